/** The outlines of the pictograms in use, each in a square of 512 x 512. */

import anchor from '~icons/game-icons/anchor?raw'
import compass from '~icons/game-icons/compass?raw'
import hourglass from '~icons/game-icons/hourglass?raw'
import laurels from '~icons/game-icons/laurels?raw'
import openTreasureChest from '~icons/game-icons/open-treasure-chest?raw'
import roundBottomFlask from '~icons/game-icons/round-bottom-flask?raw'
import scales from '~icons/game-icons/scales?raw'
import shipWheel from '~icons/game-icons/ship-wheel?raw'
import spiralShell from '~icons/game-icons/spiral-shell?raw'
import spyglass from '~icons/game-icons/spyglass?raw'
import sun from '~icons/game-icons/sun?raw'
import swapBag from '~icons/game-icons/swap-bag?raw'
import woodenCrate from '~icons/game-icons/wooden-crate?raw'
import type { Crew } from '../data.generated'

const svgs = {
  anchor,
  bag: swapBag,
  chest: openTreasureChest,
  compass,
  flask: roundBottomFlask,
  hourglass,
  laurels,
  scales,
  shell: spiralShell,
  spyglass,
  storage: woodenCrate,
  sun,
  wheel: shipWheel,
}

export type Pictogram = keyof typeof svgs

function outline(svg: string): string {
  return [...svg.matchAll(/\bd="([^"]+)"/g)].map((match) => match[1]).join('')
}

/** The outlines by their names. */
export const PICTOGRAMS: readonly (readonly [Pictogram, string])[] = Object.entries(svgs).map(([name, svg]) => [
  name as Pictogram,
  outline(svg),
])

export const SHELL = outline(spiralShell)

/** The emblem of each crew member. */
export const EMBLEMS: Readonly<Record<Crew, Pictogram>> = {
  captain: 'wheel',
  pilot: 'compass',
  boatswain: 'anchor',
  purser: 'bag',
  merchant: 'scales',
  scientist: 'flask',
  explorer: 'spyglass',
}
