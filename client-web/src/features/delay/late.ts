/** What a delay needs comes when a table has one, or when somebody may choose one. */

import { worded } from '../../i18n/i18n.svelte'
import { Late } from '../../browser/late.svelte'

export const choice = new Late(() => worded(import('./DelayChoice.svelte')))
export const note = new Late(() => worded(import('./BehindNote.svelte')))
export const text = new Late(() => worded(import('./DelayText.svelte')))
export const actions = new Late(() => worded(import('./DelayActions.svelte')))
