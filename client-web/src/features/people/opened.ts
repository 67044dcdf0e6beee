/**
 * New tables of people one follows that came before there was anything to show them: the service sends each once, and
 * what shows them is loaded late.
 */

import { connection } from '../../state/app.svelte'
import type { Opened } from '../../wire/generated'

const opened: Opened[] = []
const stop = connection.listen((message) => {
  if (message.t === 'opened') opened.push(message)
})

/** What has come up to now. From here on the caller listens for itself. */
export function takeOpened(): readonly Opened[] {
  stop()
  return opened
}
