/** A scoring as its sheet shows it: rows in the order of the rules, a column for every seat. */

import type { View } from '../../../wire/generated'
import { type Item, type Position, positionOf } from './position'
import type { TextKey } from '../text'

export type Kind = 'small' | 'large' | 'final'

const LARGE = ['ship', 'noble', 'scout', 'goldsmith', 'fisherman'] as const
const FINAL = ['ships', 'gold', 'boatmen', 'islands', 'longest', 'supply'] as const
export type RowKey = (typeof LARGE)[number] | (typeof FINAL)[number] | 'won' | 'buildings'

export interface Cell {
  seat: number
  points: number
  gold: number
  /** In words what is counted, and what is missed. */
  has: Said | undefined
  missed: Said | undefined
}

export interface Said {
  key: TextKey
  params: Readonly<Record<string, number>>
}

export interface Row {
  key: RowKey
  cells: readonly Cell[]
}

export interface Sheet {
  kind: Kind
  /** In the order in which the seats are scored. */
  seats: readonly number[]
  rows: readonly Row[]
  /** What each seat gets, and its points after it. */
  totals: readonly { seat: number; points: number; gold: number; after: number }[]
}

/**
 * The scoring of a round, of the game as it stood then or right after it. That of the last round is the final one, once
 * the game is over.
 */
export function sheetOf(game: View, round: number): Sheet {
  const position = positionOf(game)
  const { final, board, first, players } = position
  const kind: Kind =
    final !== undefined && round >= board.rounds ? 'final' : board.large.includes(round) ? 'large' : 'small'
  const count = Object.keys(players).length
  // After a scoring the next seat begins.
  const began = first + count - ((position.round - round) % count)
  const seats = Array.from({ length: count }, (_, far) => (began + far) % count)
  const rows = keysOf(kind, position).map((key): Row => ({
    key,
    cells: seats.map((seat) => cell(position, key, seat)),
  }))
  const totals = seats.map((seat, at) => ({
    seat,
    points: sum(rows, at, 'points'),
    gold: sum(rows, at, 'gold'),
    after: final?.[String(seat)]?.score ?? players[String(seat)]?.points ?? 0,
  }))
  return { kind, seats, rows, totals }
}

function keysOf(kind: Kind, { board }: Position): readonly RowKey[] {
  if (kind === 'small') return ['goldsmith']
  if (kind === 'large') return LARGE
  return ['won', ...FINAL, ...(board.specials === undefined ? [] : (['buildings'] as const))]
}

function sum(rows: readonly Row[], at: number, what: 'points' | 'gold'): number {
  return rows.reduce((all, { cells }) => all + (cells[at]?.[what] ?? 0), 0)
}

function cell(position: Position, key: RowKey, seat: number): Cell {
  const player = position.players[String(seat)]
  const none = { seat, gold: 0, has: undefined, missed: undefined }
  if (key === 'won') return { ...none, points: player?.points ?? 0 }
  const rows: Readonly<Record<string, Item>> = player?.worth.large.rows ?? {}
  const settled = position.final?.[String(seat)]?.items[key]
  const item = isLarge(key) ? rows[key] : settled
  const { points = 0, gold = 0, count = 0, threatened = 0 } = item ?? {}
  const told = { seat, points, gold }
  if (key === 'supply') {
    return { ...told, has: { key: 'scoring.feeds', params: { fed: count, mouths: threatened } }, missed: undefined }
  }
  if (!isLarge(key)) return { ...told, has: { key: `scoring.has.${key}`, params: { count } }, missed: undefined }
  const { fed = 0, mouths = 0 } = player?.worth ?? {}
  const lying: TextKey = key === 'ship' ? 'scoring.unrepelled' : 'scoring.threatened'
  return {
    ...told,
    has: key === 'fisherman' ? { key: 'scoring.feeds', params: { fed, mouths } } : undefined,
    missed: threatened > 0 ? { key: lying, params: { count: threatened } } : undefined,
  }
}

function isLarge(key: RowKey): key is (typeof LARGE)[number] {
  return (LARGE as readonly string[]).includes(key)
}
