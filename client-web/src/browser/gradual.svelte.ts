/** Drawing a little with each frame while the first page comes to a phone: all in one would hold it up. */

import { untrack } from 'svelte'
import { MediaQuery } from 'svelte/reactivity'
import { afterPaint } from './after'
import { hasCome } from './late.svelte'
import { PHONE } from './screens'

/**
 * How many of `all` are drawn by now: so many more with each frame, and in the end all; at once where nothing else comes.
 * To be called while a component is made.
 */
export function gradually(all: () => number, step: number): () => number {
  const slow = untrack(() => !hasCome() && new MediaQuery(PHONE).current)
  let drawn = $state(slow ? 0 : Number.POSITIVE_INFINITY)
  $effect(() => (drawn < all() ? afterPaint(() => (drawn += step), 0) : undefined))
  return () => drawn
}
