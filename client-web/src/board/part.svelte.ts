/** Boards that are made of Svelte components, as those are that are built with the page. */

import { type Component, mount, unmount } from 'svelte'
import type { Part, Table } from './contract'

/** What a component is given that draws a part. */
export type Given<Now> = Now & { table: Table }

/**
 * Make a part of a component.
 *
 * Its properties are the members of what it shows, each read when it is needed. They come from the page's own state, of
 * the same Svelte, so that what reads one is drawn again with it: there is nothing to update.
 */
export function part<Now extends object>(component: Component<Given<Now>>): Part<Now> {
  return (host, table, now) => {
    const props = Object.create(null, {
      ...Object.getOwnPropertyDescriptors(now),
      table: { value: table, enumerable: true },
    }) as Given<Now>
    const drawn = mount(component, { target: host, props })
    return { forget: () => void unmount(drawn) }
  }
}
