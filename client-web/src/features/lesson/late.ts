/** The card of a lesson comes at the table of one. */

import { Late } from '../../browser/late.svelte'
import { worded } from '../../i18n/i18n.svelte'

export const card = new Late(() => worded(import('./LessonCard.svelte')))
