/** Parts of the table page that are not there when it opens. */

import { Late } from '../lib/late.svelte'

export const stage = new Late(() => import('../motion/Stage.svelte'))
export const preferences = new Late(() => import('./Preferences.svelte'))
export const openTable = new Late(() => import('./OpenTable.svelte'))
export const result = new Late(() => import('./ResultSheet.svelte'))
export const proposal = new Late(() => import('./ProposalCard.svelte'))
export const tour = new Late(() => import('./Tour.svelte'))
export const eyes = new Late(() => import('./EyesPicker.svelte'))
export const qrCode = new Late(() => import('../ui/QrCode.svelte'))

/** Those worth having before somebody wants them; the others belong to tables at other times of their life. */
export const soon = [stage, preferences, proposal, result, tour]
