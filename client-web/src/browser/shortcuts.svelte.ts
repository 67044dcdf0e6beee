/** Keys that do something on the whole page, unless the reader is writing. */

import { targetOf } from './target'

let open = $state(false)

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
