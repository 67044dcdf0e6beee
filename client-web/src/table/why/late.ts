/** A bot's reason comes when somebody asks for it. */

import { Late } from '../../browser/late.svelte'
import { worded } from '../../i18n/i18n.svelte'

export const why = new Late(() => worded(import('./Why.svelte')))
