/** With whose eyes the past is seen is chosen after the end alone. */

import { Late } from '../../browser/late.svelte'

export const perspective = new Late(() => import('./PerspectivePicker.svelte'))
