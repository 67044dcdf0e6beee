/** What is requested until it comes. A library for this would take more of the first load than all that is needed of it. */

/** Milliseconds until it is requested again: at first, and at most. */
const FIRST = 1_000
const LONGEST = 8_000

/** Do something until it succeeds, with growing pauses; the returned function gives that up. */
export function persist<T>(
  work: () => Promise<T>,
  done: (come: T) => void,
  failing: () => void = () => undefined,
): () => void {
  let over = false
  const attempt = async (pause: number): Promise<void> => {
    try {
      const come = await work()
      if (!over) done(come)
    } catch {
      if (over) return
      failing()
      setTimeout(() => over || void attempt(Math.min(2 * pause, LONGEST)), pause)
    }
  }
  void attempt(FIRST)
  return () => {
    over = true
  }
}
