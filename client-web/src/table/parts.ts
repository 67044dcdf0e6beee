/** Parts of the table page that are not there when it opens. */

import { worded } from '../lib/i18n.svelte'
import { Late } from '../lib/late.svelte'

export const stage = new Late(() => import('../motion/Stage.svelte'))
export const preferences = new Late(() => import('./Preferences.svelte'))
export const openTable = new Late(() => import('./OpenTable.svelte'))
export const result = new Late(() => import('./ResultSheet.svelte'))
export const proposal = new Late(() => worded(import('./ProposalCard.svelte')))
export const notices = new Late(() => import('./Notices.svelte'))
export const tour = new Late(() => import('./Tour.svelte'))
export const card = new Late(() => import('./TableCard.svelte'))
export const overview = new Late(() => import('./Overview.svelte'))
export const rules = new Late(() => import('./RulesDrawer.svelte'))
export const perspective = new Late(() => import('./PerspectivePicker.svelte'))
export const chat = new Late(() => worded(import('../chat/ChatPanel.svelte')))
export const gone = new Late(() => import('./GoneSheet.svelte'))
export const why = new Late(() => worded(import('./Why.svelte')))
export const qrCode = new Late(() => import('../ui/QrCode.svelte'))

/** Those worth having before somebody wants them; the others belong to tables at other times of their life. */
export const soon = [stage, chat, preferences, proposal, result, tour, card, rules, gone]
