/** The parts about other people come when they are wanted. A search for a table goes on on every page. */

import { worded } from '../../i18n/i18n.svelte'
import { Late } from '../../browser/late.svelte'

export const quick = new Late(() => worded(import('./QuickMatch.svelte')))
export const strip = new Late(() => worded(import('./MatchmakingStrip.svelte')))
export const invitations = new Late(() => worded(import('./Invitations.svelte')))
export const byName = new Late(() => worded(import('./InviteByName.svelte')))
