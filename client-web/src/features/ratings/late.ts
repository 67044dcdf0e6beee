/** What ratings need comes when a table may be rated, or was. */

import { worded } from '../../i18n/i18n.svelte'
import { Late } from '../../browser/late.svelte'

export const ratedSwitch = new Late(() => worded(import('./RatedSwitch.svelte')))
export const changes = new Late(() => worded(import('./Changes.svelte')))
