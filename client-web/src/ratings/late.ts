/** What ratings need comes when a table may be rated, or was. */

import { worded } from '../lib/i18n.svelte'
import { Late } from '../lib/late.svelte'

export const ratedSwitch = new Late(() => worded(import('./RatedSwitch.svelte')))
export const changes = new Late(() => worded(import('./Changes.svelte')))
