/** The board of every game that has none of its own: the page adds the list of moves. */

import type { Board } from '../contract'
import { part } from '../part.svelte'
import { movesSurface, viewSurface } from '../surfaces'
import GenericBoard from './GenericBoard.svelte'
import { spots } from './spots'

export const generic: Board = {
  mount: part(GenericBoard),
  inPage: true,
  spots,
  surfaces: (playing) => (playing ? [movesSurface, viewSurface] : [viewSurface]),
}
