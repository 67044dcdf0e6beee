/** What is asked for until it comes. */

/** Milliseconds until it is asked for again: at first, and at most. */
const FIRST = 1_000
const LONGEST = 8_000

/** Do something until it succeeds, with growing pauses; the returned function gives that up. */
export function persist<T>(
  work: () => Promise<T>,
  done: (come: T) => void,
  failing: () => void = () => undefined,
): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined
  let over = false
  const attempt = (pause: number): void => {
    void work().then(
      (come) => {
        if (!over) done(come)
      },
      () => {
        if (over) return
        failing()
        waiting = setTimeout(attempt, pause, Math.min(2 * pause, LONGEST))
      },
    )
  }
  attempt(FIRST)
  return () => {
    over = true
    clearTimeout(waiting)
  }
}
