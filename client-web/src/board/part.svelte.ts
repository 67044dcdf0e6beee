/** Boards that are made of Svelte components, as those are that are built with the page. */

import { type Component, mount, unmount } from 'svelte'
import type { Illustration, Part, Table } from './contract'
import type { Drawing } from '../ui/drawing'

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

/** A drawing that belongs to rules. */
export interface RuleDrawing<Item> extends Drawing<Item> {
  rules: readonly [string, ...string[]]
}

/**
 * Make illustrations of drawings, all of which one component draws. The words below a drawing go by the first of its
 * rules.
 */
export function illustrated<Item>(
  drawings: readonly RuleDrawing<Item>[],
  component: Component<Given<{ drawing: Drawing<Item> }>>,
  caption: (rule: string) => string,
): readonly Illustration[] {
  const drawn = part(component)
  return drawings.map((drawing) => ({
    rules: drawing.rules,
    width: drawing.width,
    height: drawing.height,
    caption: () => caption(drawing.rules[0]),
    draw: (host, table) => {
      const { forget = () => undefined } = drawn(host, table, { drawing })
      return { forget }
    },
  }))
}
