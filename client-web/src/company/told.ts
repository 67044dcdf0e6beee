/**
 * Tables of which the service has told before there was anything to show them: it tells of each once, and what shows
 * them comes to a page late.
 */

import { connection } from '../lib/app.svelte'
import type { Opened } from '../wire/generated'

const told: Opened[] = []
const stop = connection.listen((message) => {
  if (message.t === 'opened') told.push(message)
})

/** What was told up to now; from here on whoever asks hears for itself. */
export function takeOver(): readonly Opened[] {
  stop()
  return told
}
