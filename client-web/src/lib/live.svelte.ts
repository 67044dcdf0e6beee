/** Lets Svelte follow an object that tells its watchers when it changed. */

import { createSubscriber } from 'svelte/reactivity'

interface Watched {
  watch(watcher: () => void): () => void
}

export class Live<T extends Watched> {
  private readonly subscribe: () => void

  constructor(private readonly object: T) {
    this.subscribe = createSubscriber((update) => object.watch(update))
  }

  /** The object; whoever reads it in an effect is run again after its next change. */
  get now(): T {
    this.subscribe()
    return this.object
  }
}
