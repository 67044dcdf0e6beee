/** What is needed only by those who look back. */

import { Late } from '../../browser/late.svelte'

export const replay = new Late(() => import('./ReplayBar.svelte'))
