/** The same for components: see `keptfocus.ts`. */

import { tick } from 'svelte'
import { KeptFocus } from './keptfocus'

/**
 * Where the keyboard's focus lost its place inside an element with a change, it goes on to what can be done next. To be
 * called while the element's component is made; the element needs both listeners. `can` selects what can be done.
 */
export function keepFocusInside(
  element: () => HTMLElement,
  changes: () => void,
  can?: string,
): Pick<KeptFocus, 'onfocusin' | 'onfocusout'> {
  const kept = new KeptFocus(can)
  $effect(() => {
    changes()
    void tick().then(() => kept.goOn(element()))
  })
  const { onfocusin, onfocusout } = kept
  return { onfocusin, onfocusout }
}
