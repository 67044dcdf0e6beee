/**
 * The way back of a phone closes what lies on top before it leaves the page: one entry of the browser's history
 * stands for all open sheets. Where a sheet was closed otherwise, its entry is skipped.
 */

interface Guard {
  sheet?: true
}

const open: (() => void)[] = []
let guarded = isGuard(history.state)

function isGuard(state: unknown): boolean {
  return (state as Guard | null)?.sheet === true
}

function guard(): void {
  if (guarded) return
  const state: Guard = { sheet: true }
  history.pushState(state, '')
  guarded = true
}

addEventListener('popstate', () => {
  const left = guarded && !isGuard(history.state)
  guarded = isGuard(history.state)
  if (!left) return
  const close = open.pop()
  if (close === undefined) {
    history.back()
    return
  }
  close()
  if (open.length > 0) guard()
})

/** Another page lies on top now; the way back comes to the entry again. */
export function passed(): void {
  guarded = false
}

/**
 * Open a dialog that the way back closes. Closed by whatever takes it away, it gives the focus back.
 */
export function openDialog(dialog: HTMLDialogElement): () => void {
  dialog.showModal()
  const closed = closesOnBack(() => dialog.close())
  return () => {
    closed()
    dialog.close()
  }
}

/** The way back closes it, where a finger is what points; called when it has closed. */
export function closesOnBack(close: () => void): () => void {
  if (!matchMedia('(pointer: coarse)').matches) return () => undefined
  open.push(close)
  guard()
  return () => {
    const at = open.indexOf(close)
    if (at >= 0) open.splice(at, 1)
  }
}
