/** What a tile of civilization does, in a few words. */

import { TILES } from '../data.generated'
import { kindOf, known } from './effects'
import { isFirst, type Position } from './position'
import { say, type SayKey } from './say'

/** The tiles that do something else by version 1 of the rules. */
export const CHANGED: ReadonlySet<string> = new Set([
  'astronomy',
  'currency',
  'diplomacy',
  'espionage',
  'fortification',
  'heritage',
  'mountaineers',
  'rebirth',
  'shipbuilding',
  'specialization',
])

/** The message of what a tile does by the rules of the table. */
export function effectKey(position: Position, tile: string): string {
  const kind = kindOf(known(tile))
  return isFirst(position) && CHANGED.has(kind) ? `effect.first.${kind}` : `effect.${kind}`
}

export function effectSaid(position: Position, tile: string): string {
  return say(effectKey(position, tile) as SayKey)
}

/** Its effect, and whether it stays as a ruin. */
export function tileSaid(position: Position, tile: string): string {
  return [effectSaid(position, tile), ...(TILES[known(tile)].stays === true ? [say('effect.stays')] : [])].join('; ')
}
