/** What clocks need comes when a table has them, or when somebody may choose them. */

import { worded } from '../../i18n/i18n.svelte'
import { Late } from '../../browser/late.svelte'

export const clock = new Late(() => worded(import('./Clock.svelte')))
export const choice = new Late(() => worded(import('./TimeControlChoice.svelte')))
export const actions = new Late(() => worded(import('./TimeControlActions.svelte')))
export const text = new Late(() => worded(import('./TimeControlText.svelte')))
