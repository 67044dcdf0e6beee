/** Keys that do something on the whole page, unless the reader is writing. */

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

/** Whether a key belongs to what has the focus: text is being written, or a dialog is open. */
export function isBusy(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return true
  const target = event.target as Element | null
  return (
    target?.closest('input:not([type=radio]):not([type=checkbox]), textarea, select, dialog, [contenteditable]') != null
  )
}
