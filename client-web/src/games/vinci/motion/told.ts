/** The lines of events as scenes read them, and the places of the table by their anchors. */

import type { Place } from '../../../motion/steps'
import type { HistoryEntry, Line } from '../../../wire/generated'

export interface Told {
  key: string
  seat: number
  province: string
  pieces: number
  points: number
  tiles: readonly string[]
}

export function narration(entry: HistoryEntry): Told[] {
  return (entry.lines ?? []).map(({ key, params = {} }: Line) => ({
    key,
    seat: Number(params['seat'] ?? entry.seat ?? 0),
    province: String(params['province'] ?? ''),
    pieces: Number(params['pieces'] ?? 1),
    points: Number(params['points'] ?? 0),
    tiles: [String(params['tile'] ?? ''), String(params['second'] ?? '')],
  }))
}

export const plate = (seat: number): string => `plate:${seat}`
/** Where a seat's pieces in hand are counted. */
export const hand = (seat: number): Place => [`figure:pieces:${seat}`, plate(seat)]
export const land = (province: string): string => `land:${province}`
/** Where a province lies; while the map is out of sight, the plate stands for it. */
export const on = (province: string, seat: number): Place => [land(province), 'map', plate(seat)]
export const score = (seat: number): Place => [`points:${seat}`, plate(seat)]
export const pairAt = (number: number): Place => [`pair:${number}`, 'pairs', 'sum']
