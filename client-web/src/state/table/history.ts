/** History entries as one list: joined with what came before, undone and redone lines marked, grouped by turn. */

import type { HistoryEntry, Line } from '../../wire/generated'
import { isSeat } from '../../i18n/words'

export type Entries = readonly HistoryEntry[]

/**
 * The list with newer entries at its end. Entries that undo (`strike`) or redo (`restore`) mark those they name.
 * When events lie between the two that nobody sent, the older ones are dropped: pages bring them back.
 */
export function append(entries: Entries, newer: Entries): Entries {
  const first = newer[0]
  if (first === undefined) return entries
  const last = entries.at(-1)
  const joined = last !== undefined && first.seq <= last.seq + 1
  const kept = joined ? entries.filter((entry) => entry.seq < first.seq) : []
  const result = [...kept, ...newer]
  for (const entry of newer) {
    if (entry.strike !== undefined) mark(result, entry.strike, true)
    if (entry.restore !== undefined) mark(result, entry.restore, false)
  }
  return result
}

/** The list with an older page before it. The page already says what was undone later. */
export function prepend(entries: Entries, page: Entries): Entries {
  const first = entries[0]
  if (first === undefined) return page
  return [...page.filter((entry) => entry.seq < first.seq), ...entries]
}

/** The list without what lies after an event, for a log that lost its tail. */
export function cut(entries: Entries, seq: number): Entries {
  return entries.filter((entry) => entry.seq <= seq)
}

function mark(entries: HistoryEntry[], [first, last]: [number, number], struck: boolean): void {
  entries.forEach((entry, index) => {
    if (entry.kind === 'moved' && entry.seq >= first && entry.seq <= last && (entry.struck ?? false) !== struck) {
      entries[index] = { ...entry, struck }
    }
  })
}

/** Successive events that belong together. */
export interface Run<Key> {
  key: Key | undefined
  first: number
  last: number
  entries: Entries
}

/** The events in runs of the same key; one without a key stands alone. */
export function runs<Key>(entries: Entries, keyOf: (entry: HistoryEntry) => Key | undefined): Run<Key>[] {
  const found: (Run<Key> & { entries: HistoryEntry[] })[] = []
  for (const entry of entries) {
    const run = found.at(-1)
    const key = keyOf(entry)
    if (run !== undefined && key !== undefined && run.key === key) {
      run.entries.push(entry)
      run.last = entry.seq
    } else {
      found.push({ key, first: entry.seq, last: entry.seq, entries: [entry] })
    }
  }
  return found
}

/** The seat that played an event, or undid or redid it; undefined for what happened around the game. */
export function playedBy(entry: HistoryEntry): number | undefined {
  return isPlayed(entry) ? entry.seat : undefined
}

/** What a line of the history points at on the board: ids of the game, and seats as `seat:<number>`. */
export function idsOf(entry: HistoryEntry): ReadonlySet<string> {
  const ids = new Set<string>()
  for (const line of entry.lines ?? []) {
    for (const [name, value] of Object.entries(line.params ?? {})) {
      if (isSeat(name) && typeof value === 'number') ids.add(`seat:${value}`)
      else if (typeof value === 'string' && name !== 'person' && name !== 'colour') ids.add(value)
    }
  }
  return ids
}

/** What a chapter brought a seat: points, and whatever else its lines count. */
export type Gain = Readonly<Record<string, number>>

/** What the event that closed a chapter brought every seat, summed over its lines of key `scored`. */
export function gainsOf(entry: HistoryEntry): ReadonlyMap<number, Gain> {
  const gains = new Map<number, Record<string, number>>()
  for (const { key, params } of entry.lines ?? []) {
    const seat = params?.['seat']
    if (key !== SCORED || typeof seat !== 'number') continue
    const gain = gains.get(seat) ?? {}
    for (const [name, value] of Object.entries(params ?? {})) {
      if (name !== 'seat' && typeof value === 'number') gain[name] = (gain[name] ?? 0) + value
    }
    gains.set(seat, gain)
  }
  return new Map([...gains].sort(([one], [other]) => one - other))
}

/** The event in one line, and what followed from it; what a chapter brought stands elsewhere. */
export function told(entry: HistoryEntry): { main: Line | undefined; rest: readonly Line[] } {
  const [main, ...rest] = (entry.lines ?? []).filter(({ key }) => key !== SCORED)
  return { main, rest }
}

const SCORED = 'scored'

const played: ReadonlySet<string> = new Set(['moved', 'undone', 'redone'])

/** A seat played, or went back or forth in what it played. */
export function isPlayed(entry: HistoryEntry): boolean {
  return played.has(entry.kind)
}

/** The number of the seat's newest own action in the game, or 0: what came later is news to it. */
export function lastAction(entries: Entries, seat: number | undefined): number {
  if (seat === undefined) return 0
  return entries.findLast((entry) => entry.seat === seat && isPlayed(entry))?.seq ?? 0
}

/** A move that was not taken back. */
const counts = (entry: HistoryEntry): boolean => entry.kind === 'moved' && entry.struck !== true
const begins = (entry: HistoryEntry): boolean => entry.lines?.some(({ key }) => key === 'started') === true

/** The newest move of one of the seats that counts. */
export function lastMove(entries: Entries, of: (seat: number) => boolean): number | undefined {
  return entries.findLast((entry) => counts(entry) && entry.seat !== undefined && of(entry.seat))?.seq
}

/** How many moves that count lie after a position; undefined where the list does not reach that far back. */
export function movesAfter(entries: Entries, to: number): number | undefined {
  if ((entries[0]?.seq ?? Infinity) > to) return undefined
  return entries.filter((entry) => entry.seq > to && counts(entry)).length
}

/** The newest position up to an event that the game can return to: after a move that counts, or at its beginning. */
export function positionUpTo(entries: Entries, seq: number): number | undefined {
  return entries.findLast((entry) => entry.seq <= seq && (counts(entry) || begins(entry)))?.seq
}

/** The position before the seat's newest move; undefined if it has made none, or the list begins with it. */
export function beforeOwnMove(entries: Entries, seat: number): number | undefined {
  const own = lastMove(entries, (each) => each === seat)
  return own === undefined ? undefined : positionUpTo(entries, own - 1)
}
