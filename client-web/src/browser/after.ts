/**
 * What follows a change some frames later, so that the frame that shows the change has nothing else to do.
 *
 * Anyone who acts in between acts on the whole: the page calls `catchUp` before it hears a key, a finger or a pointer.
 */

/** Callbacks, and for how many frames each still waits. */
const waiting = new Map<() => void, number>()
/** The next frame is requested already; requested twice, it would count as two. */
let requested = false

/**
 * Call back so many frames after the next one. A caller that waits already is called back then, once. The returned function
 * gives it up.
 */
export function afterPaint(then: () => void, frames = 1): () => void {
  // A page out of sight paints nothing.
  if (!document.hidden) request()
  else if (waiting.size === 0) setTimeout(catchUp)
  if (!waiting.has(then)) waiting.set(then, frames)
  return () => waiting.delete(then)
}

function request(): void {
  if (!requested) requestAnimationFrame(frame)
  requested = true
}

function frame(): void {
  requested = false
  const due: (() => void)[] = []
  for (const [then, left] of waiting) {
    if (left === 0) due.push(then)
    else waiting.set(then, left - 1)
  }
  for (const then of due) waiting.delete(then)
  run(due)
  if (waiting.size > 0) request()
}

/** Let all that waits follow now, the sooner before the later. */
export function catchUp(): void {
  const due = [...waiting].sort(([, one], [, other]) => one - other).map(([then]) => then)
  waiting.clear()
  run(due)
}

function run(due: readonly (() => void)[]): void {
  for (const then of due) {
    try {
      then()
    } catch (error) {
      // One that fails takes nothing from the others.
      reportError(error)
    }
  }
}
