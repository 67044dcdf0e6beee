/** What a tile of civilization does, in a few words. */

import { TILES } from '../data.generated'
import { kindOf, known } from './effects'
import { say, type SayKey } from './say'

export function effectSaid(tile: string): string {
  return say(`effect.${kindOf(known(tile))}` as SayKey)
}

/** Its effect, and whether it stays as a ruin. */
export function tileSaid(tile: string): string {
  return [effectSaid(tile), ...(TILES[known(tile)].stays === true ? [say('effect.stays')] : [])].join('; ')
}
