/** The history folded: the events of one turn together, whatever they are. */

import type { HistoryEntry, Line } from '../../wire/generated'
import { type Entries, playedBy, runs, told } from './history'

export interface Turn {
  /** The number of its first event, by which it is known. */
  first: number
  last: number
  /** The number of the turn, or 0 where the game counts none. */
  number: number
  /** The seat that played; undefined for what happened around the game. */
  seat: number | undefined
  entries: Entries
}

/** The turns of a list. Those that are as they were in an earlier list are the same objects. */
export function turnsOf(entries: Entries, earlier: readonly Turn[] = []): Turn[] {
  const known = new Map(earlier.map((turn) => [turn.first, turn]))
  return runs(entries, turnOf).map(({ first, last, entries: events }) => {
    const before = known.get(first)
    if (before !== undefined && isSame(before.entries, events)) return before
    const [begin] = events
    return { first, last, number: begin?.turn ?? 0, seat: begin && playedBy(begin), entries: events }
  })
}

/** What all events of a turn have in common; undefined for what happened around the game. */
function turnOf(entry: HistoryEntry): string | undefined {
  const seat = playedBy(entry)
  return seat === undefined ? undefined : `${seat} ${entry.turn ?? 0}`
}

function isSame(one: Entries, other: Entries): boolean {
  return one.length === other.length && one.every((entry, index) => entry === other[index])
}

/** All events of the turn were taken back. */
export function isStruck({ entries }: Turn): boolean {
  const moves = entries.filter(({ kind }) => kind === 'moved')
  return moves.length > 0 && moves.every(({ struck }) => struck === true)
}

/** A line of a turn, with the event that has it. */
export interface LineOfTurn {
  entry: HistoryEntry
  line: Line
}

/**
 * What a turn comes to in one line: all that the game has short words for, in order, else its first event that counts.
 * Moves that were taken back count only where nothing else is left.
 */
export function headline(turn: Turn, short: (line: Line) => boolean): readonly LineOfTurn[] {
  const left = turn.entries.filter(({ kind, struck }) => kind === 'moved' && struck !== true)
  const telling = left.length > 0 ? left : turn.entries
  const lines = telling.flatMap((entry) => (entry.lines ?? []).map((line): LineOfTurn => ({ entry, line })))
  const named = lines.filter(({ entry, line }) => entry.kind === 'moved' && short(line))
  if (named.length > 0) return named
  for (const entry of telling) {
    const { main } = told(entry)
    if (main !== undefined) return [{ entry, line: main }]
  }
  return []
}
