/** The lines of events as scenes read them, and the places of the table by their anchors. */

import type { Place } from '../../../motion/steps'
import type { HistoryEntry, Line } from '../../../wire/generated'

export interface Told {
  key: string
  seat: number
  treasure: string
  crew: string
  space: string
  seaSpace: string
  coins: number
  params: Readonly<Record<string, string | number>>
}

export function narration(entry: HistoryEntry): Told[] {
  return (entry.lines ?? []).map(({ key, params = {} }: Line) => {
    const named = (name: string): string => String(params[name] ?? '')
    return {
      key,
      seat: Number(params['seat'] ?? entry.seat ?? 0),
      treasure: named('treasure'),
      crew: named('crew'),
      space: named('space'),
      seaSpace: named('field'),
      coins: Number(params['coins'] ?? 0),
      params,
    }
  })
}

/** The spaces of a way, without the one it begins on. */
export function seaSpacesOf(path: unknown): string[] {
  return String(path ?? '')
    .split(' ')
    .slice(1)
}

export const plate = (seat: number): string => `plate:${seat}`
export const figure = (key: string, seat: number): Place => [`figure:${key}:${seat}`, plate(seat)]
export const lies = (seat: number, slot: string): string => `lies:${seat}:${slot}`
/** Where the bag is; while treasures are in hand, they lie in its place. */
export const BAG: Place = ['bag', 'hand', 'progress']
/** Where treasures lie and are as large as what lies there. */
export const TREASURES: readonly string[] = ['treasure:', 'held:', 'lies:']
/** Where discs lie. */
export const DISCS: readonly string[] = ['actor:', 'marker:']
