/** Parts of the history that are needed only by those who look back, or choose what it shows. */

import { Late } from '../../browser/late.svelte'

export const replay = new Late(() => import('./ReplayBar.svelte'))
export const choices = new Late(() => import('./HistoryChoices.svelte'))
