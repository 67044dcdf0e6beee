/** Keys that do something on the whole page, unless the reader is writing. */

import { targetOf } from './target'

/** Keys, as they are printed on their caps, and what they do. */
export interface Shortcut {
  caps: readonly string[]
  text: string
}

let open = $state(false)
let own = $state.raw<{ title: string; keys: () => readonly Shortcut[] } | undefined>()

/** List what keys do on the board of a game, until the returned function is called. */
export function listShortcuts(title: string, keys: () => readonly Shortcut[]): () => void {
  own = { title, keys }
  return () => (own = undefined)
}

/** The game whose board is on the page, and what keys do there. */
export function ownShortcuts(): { title: string; keys: readonly Shortcut[] } | undefined {
  return own && { title: own.title, keys: own.keys() }
}

export function shortcutsOpen(): boolean {
  return open
}

export function openShortcuts(): void {
  open = true
}

export function closeShortcuts(): void {
  open = false
}

/** Whether a key belongs to what has the focus or lies open: text is being written, a dialog or a sheet is there. */
export function isBusy(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  if (event.key === 'Escape' && document.querySelector(':popover-open') !== null) return true
  return (
    targetOf(event).closest(
      'input:not([type=radio]):not([type=checkbox]), textarea, select, dialog, [popover], [data-busy], [contenteditable]',
    ) !== null
  )
}
