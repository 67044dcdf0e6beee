/** Copying without a secure context, where `navigator.clipboard` is absent. */

/** Whether the text is in the clipboard now. When it is not, show it and let the reader copy by hand. */
export async function copy(text: string): Promise<boolean> {
  // Absent over plain http, whatever the types say.
  const clipboard = navigator.clipboard as Clipboard | undefined
  if (clipboard !== undefined) {
    try {
      await clipboard.writeText(text)
      return true
    } catch {
      // Refused by the browser: the old way may still work.
    }
  }
  return copySelected(text)
}

function copySelected(text: string): boolean {
  const before = document.activeElement
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  field.className = 'off-page'
  // Inside an open dialog everything else is inert and cannot be selected.
  ;(before?.closest('dialog') ?? document.body).append(field)
  field.select()
  let done: boolean
  try {
    // The only way without a secure context, and every browser keeps it for that.
    done = document.execCommand('copy')
  } catch {
    done = false
  }
  field.remove()
  if (before instanceof HTMLElement) before.focus()
  return done
}
