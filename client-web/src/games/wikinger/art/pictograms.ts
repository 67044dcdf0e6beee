/** Emblems and signs as outlines. */

import anvil from '~icons/game-icons/anvil?raw'
import battleAxe from '~icons/game-icons/battle-axe?raw'
import drakkar from '~icons/game-icons/drakkar?raw'
import huntingHorn from '~icons/game-icons/hunting-horn?raw'
import paddles from '~icons/game-icons/paddles?raw'
import queenCrown from '~icons/game-icons/queen-crown?raw'
import vikingHelmet from '~icons/game-icons/viking-helmet?raw'
import vikingShield from '~icons/game-icons/viking-shield?raw'
import type { FigureName } from './kinds'

export type SignName = FigureName | 'drakkar' | 'helmet' | 'shield'

interface Outline {
  d: string
  /** The square it is drawn in: its corner and its side. */
  corner: number
  side: number
}

function printed(svg: string): Outline {
  return { d: [...svg.matchAll(/\bd="([^"]+)"/g)].map((match) => match[1]).join(''), corner: 0, side: 512 }
}

/** The signs by what they stand for: those of the figures are their emblems. */
export const SIGNS: Readonly<Record<SignName, Outline>> = {
  warrior: printed(battleAxe),
  noble: printed(queenCrown),
  scout: printed(huntingHorn),
  goldsmith: printed(anvil),
  fisherman: {
    d: 'M-19 0C-13-11 3-13 10-3L19-11V11L10 3C3 13-13 11-19 0zM-12-2a2 2 0 1 0 4 0a2 2 0 1 0-4 0z',
    corner: -20,
    side: 40,
  },
  boatman: printed(paddles),
  drakkar: printed(drakkar),
  helmet: printed(vikingHelmet),
  shield: printed(vikingShield),
}
