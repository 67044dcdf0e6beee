/** What is requested until it comes. */

import { backOff } from 'exponential-backoff'

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
  void backOff(() => (over ? Promise.reject(new Error('given up')) : work()), {
    numOfAttempts: Infinity,
    startingDelay: FIRST,
    maxDelay: LONGEST,
    retry: () => {
      if (!over) failing()
      return !over
    },
  }).then(
    (come) => {
      if (!over) done(come)
    },
    () => undefined, // it was given up
  )
  return () => {
    over = true
  }
}
