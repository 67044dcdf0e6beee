/** Lets Svelte follow an object that tells its watchers when it changed. */

import { createSubscriber } from 'svelte/reactivity'

export interface Watched {
  watch(watcher: () => void): () => void
}

export class Live<T extends Watched> {
  private readonly subscribe: () => void

  constructor(private readonly object: T) {
    this.subscribe = createSubscriber((update) => object.watch(update))
  }

  /** The object; an effect that reads it runs again after its next change. */
  get now(): T {
    this.subscribe()
    return this.object
  }
}

function cell<T>(first: T): { value: T } {
  let value = $state.raw(first)
  return {
    get value() {
      return value
    },
    set value(to) {
      value = to
    },
  }
}

/**
 * A state that is made again with every change, each of its members followed on its own: an effect that reads one runs
 * again only when that one has become another. `when`: when it takes in a change, at once if nothing is said.
 */
export function parts<T extends object>(
  object: Watched & { readonly state: T },
  when: (take: () => void) => void = (take) => take(),
): T {
  const cells = Object.entries(object.state).map(
    ([name, value]) => [name as keyof T, cell(value as T[keyof T])] as const,
  )
  const take = (): void => {
    for (const [name, held] of cells) held.value = object.state[name]
  }
  object.watch(() => when(take))
  const read = cells.map(([name, held]): [keyof T, PropertyDescriptor] => [
    name,
    { enumerable: true, get: () => held.value },
  ])
  return Object.defineProperties({}, Object.fromEntries(read)) as T
}
