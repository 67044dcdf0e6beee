/**
 * What follows a change a frame later, so that the frame that shows the change has nothing else to do.
 *
 * Whoever acts in between acts on the whole: the page calls `catchUp` before it hears a key, a finger or a pointer.
 */

const waiting = new Set<() => void>()

/** Call back in the frame after the next one; the returned function gives that up. */
export function afterPaint(then: () => void): () => void {
  if (waiting.size === 0) {
    // A page out of sight paints nothing.
    if (document.hidden) setTimeout(catchUp)
    else requestAnimationFrame(() => requestAnimationFrame(catchUp))
  }
  waiting.add(then)
  return () => waiting.delete(then)
}

/** Let all that waits follow now. */
export function catchUp(): void {
  const due = [...waiting]
  waiting.clear()
  for (const then of due) {
    try {
      then()
    } catch (error) {
      // One that fails takes nothing from the others.
      reportError(error)
    }
  }
}
