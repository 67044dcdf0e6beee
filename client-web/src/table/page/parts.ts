/** Parts of the table page that are not there when it opens. */

import { worded } from '../../i18n/i18n.svelte'
import { choices, replay } from '../history/late'
import { Late } from '../../browser/late.svelte'

export const stage = new Late(() => import('./Stage.svelte'))
export const preferences = new Late(() => import('./Preferences.svelte'))
export const openTable = new Late(() => import('../open/OpenTable.svelte'))
export const result = new Late(() => import('../scoring/ResultSheet.svelte'))
export const proposal = new Late(() => worded(import('./ProposalCard.svelte')))
export const notices = new Late(() => import('./Notices.svelte'))
export const tour = new Late(() => import('./Tour.svelte'))
export const card = new Late(() => import('./TableCard.svelte'))
export const overview = new Late(() => import('./Overview.svelte'))
export const rules = new Late(() => import('./RulesDrawer.svelte'))
export const chat = new Late(() => worded(import('../../features/chat/ChatPanel.svelte')))
export const twin = new Late(() => worded(import('../../board/spoken/SpokenTwin.svelte')))
export const reason = new Late(() => import('../../ui/ReasonSheet.svelte'))
export const question = new Late(() => import('./QuestionSheet.svelte'))
export const passed = new Late(() => import('../history/PassedStrip.svelte'))
export const gone = new Late(() => import('./GoneSheet.svelte'))

/** Those worth having before somebody wants them; the others belong to tables at other times of their life. */
export const soon = [stage, twin, chat, replay, choices, preferences, proposal, result, tour, card, rules, gone]
