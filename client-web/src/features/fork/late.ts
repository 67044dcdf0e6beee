/** Playing on from a position comes when the past of an ended game is looked at; where a table comes from, with it. */

import { worded } from '../../i18n/i18n.svelte'
import { Late } from '../../browser/late.svelte'

export const playOn = new Late(() => worded(import('./PlayOn.svelte')))
export const origin = new Late(() => worded(import('./Origin.svelte')))
