/** Where the replay bar stands and where its steps lead. Positions are events, from 1 to the newest. */

import type { GetPast, View } from '../../wire/generated'
import { type Entries, runs } from './history'

/** The perspective on a past position: a seat's, or a spectator's. */
export type Perspective = NonNullable<GetPast['eyes']>

/** A chapter’s end on the replay bar. */
export interface Tick {
  number: number
  seq: number
  /** Where it lies, from 0 at the first event to 1 at the newest. */
  share: number
}

/** Where a position lies between the first and the newest. */
export function share(seq: number, last: number): number {
  return last <= 1 ? 1 : Math.min(1, Math.max(0, (seq - 1) / (last - 1)))
}

const NONE: readonly number[] = []

/** The events that closed the chapters of the game, as the newest view tells. */
export function chaptersOf(view: View | undefined): readonly number[] {
  return ((view?.['table'] as View | undefined)?.['chapters'] ?? NONE) as readonly number[]
}

/** The number of the turn being played in a view; 0 when the game counts none. */
export function turnOf(view: View | undefined): number {
  return ((view?.['table'] as View | undefined)?.['turn'] ?? 0) as number
}

export function ticks(chapters: readonly number[], last: number): Tick[] {
  return chapters.map((seq, index) => ({ number: index + 1, seq, share: share(seq, last) }))
}

/** Pixels that the name of a tick takes, in full and as its number alone. */
const NAME = { full: 96, short: 34 }

/** How each tick is named on a line of some width: the first in full where there is room, the others by number. */
export function tickNames(marks: readonly Tick[], width: number): ('full' | 'short' | undefined)[] {
  let taken = -Infinity
  return marks.map((tick, index) => {
    const place = tick.share * width
    const room = (marks[index + 1]?.share ?? Infinity) * width - place
    const name = index === 0 && room >= (NAME.full + NAME.short) / 2 && width > 2 * NAME.full ? 'full' : 'short'
    if (place - NAME[name] / 2 < taken - 1 && index > 0) return undefined
    taken = place + NAME[name] / 2
    return name
  })
}

/** The end of the next chapter, else the newest position; backward the end of the one before, else the first. */
export function chapterStep(chapters: readonly number[], at: number, by: 1 | -1, last: number): number {
  return by === 1 ? (chapters.find((seq) => seq > at) ?? last) : (chapters.findLast((seq) => seq < at) ?? 1)
}

/**
 * The last event of the next turn, or of the one before. Where the lines are not at hand it goes to their edge, and
 * one event beyond it when it stands there already, so that the missing ones are loaded.
 */
export function turnStep(entries: Entries, at: number, by: 1 | -1, last: number): number {
  const first = entries[0]?.seq ?? last
  if (by === 1 && at < first - 1) return first - 1
  const ends = turnEnds(entries)
  if (by === 1) return ends.find((seq) => seq > at) ?? last
  return ends.findLast((seq) => seq < at) ?? Math.max(1, Math.min(first, at) - 1)
}

/** The last event of every turn in the lines at hand. */
export function turnEnds(entries: Entries): number[] {
  return runs(entries, turnKey).map(({ last }) => last)
}

/** What is the same for all events of a turn: its number, or whose it is in games that count none. */
function turnKey(entry: Entries[number]): string {
  return entry.turn === undefined ? `of ${entry.seat ?? entry.kind}` : `turn ${entry.turn}`
}

/** Where a key leads; undefined when it is no key of the replay bar. Beyond the newest position lies the present. */
export function keyStep(
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
  at: number,
  last: number,
  entries: Entries,
  chapters: readonly number[],
): number | undefined {
  switch (key) {
    case 'ArrowLeft':
      return shiftKey ? turnStep(entries, at, -1, last) : Math.max(1, at - 1)
    case 'ArrowRight':
      return shiftKey ? turnStep(entries, at, 1, last) : Math.min(last, at + 1)
    case '[':
      return chapterStep(chapters, at, -1, last)
    case ']':
      return chapterStep(chapters, at, 1, last)
    case 'Home':
      return 1
    case 'End':
      return last
  }
  return undefined
}

/** The positions to have at hand around the visited one, the most urgent first: the one before tells what changed. */
export function around(at: number, before: number | undefined, last: number): number[] {
  const forward = before === undefined || before <= at
  return [at, at - 1, forward ? at + 1 : at - 2].filter((seq) => seq >= 1 && seq <= last)
}

/** The next position of a replay: over moves that were undone, and over their undoing; undefined at the end. */
export function replayStep(entries: Entries, at: number, last: number): number | undefined {
  if (at >= last) return undefined
  const told = entries.find((entry) => entry.seq > at && entry.struck !== true && !SKIPPED.has(entry.kind))
  const unknown = entries[0] === undefined || at + 1 < entries[0].seq
  return Math.min(last, unknown ? at + 1 : (told?.seq ?? last))
}

const SKIPPED: ReadonlySet<string> = new Set(['undone', 'redone', 'asked', 'answered'])
