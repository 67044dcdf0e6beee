/** The lines of events as scenes read them, and the places of the table by their anchors. */

import type { Place } from '../../../motion/steps'
import type { HistoryEntry, Line } from '../../../wire/generated'
import { placeAt } from '../board/position'

export interface Told {
  key: string
  seat: number
  tile: string
  figure: string
  special: string
  /** The number of a space of the wheel. */
  space: number
  /** Row and column as one, as `scout-3`. */
  place: string
  count: number
  coins: number
  points: number
}

export function narration(entry: HistoryEntry): Told[] {
  return (entry.lines ?? []).map(({ key, params = {} }: Line) => {
    const named = (name: string): string => String(params[name] ?? '')
    const number = (name: string): number => Number(params[name] ?? 0)
    return {
      key,
      seat: Number(params['seat'] ?? entry.seat ?? 0),
      tile: named('tile'),
      figure: named('figure'),
      special: named('special'),
      space: Number(named('field').replace('field-', '')),
      place: placeAt(named('row'), number('column')),
      count: number('count'),
      coins: number('coins'),
      points: number('points'),
    }
  })
}

export const plate = (seat: number): string => `plate:${seat}`
export const spaceAt = (space: number): string => `field:${space}`
export const figureAt = (space: number): string => `wheel-figure:${space}`
export const gold = (seat: number): Place => [`figure:gold:${seat}`, plate(seat)]

/** A place of an area: large where it is shown, else on the small map of its seat. */
export const tilePlace = (place: string, seat: number): Place => [
  `tile:${place}:${seat}`,
  `mini:${place}:${seat}`,
  plate(seat),
]
export const figurePlace = (place: string, seat: number): Place => [
  `figure:${place}:${seat}`,
  ...tilePlace(place, seat),
]

/** Where a figure waits. */
export function mainland(figure: string, seat: number): Place {
  const arm = figure === 'boatman' ? [`boatmen:${seat}`] : []
  return [...arm, `mainland:${seat}`, `mini-mainland:${seat}`, plate(seat)]
}

/** Where pieces go that leave the game. */
export const BOX: Place = ['progress', 'action-bar']
/** Where tiles and figures lie and are as large as what lies there. */
export const TILES: readonly string[] = ['field:', 'tile:', 'mini:']
export const FIGURES: readonly string[] = ['wheel-figure:', 'figure:']
