/** The catalogue with the words of a line of the history: the game's, or the frame's for what happens around it. */

import type { HistoryEntry, Line } from '../wire/generated'
import { saidInPieces } from './i18n.svelte'
import { Named, type Piece, type Words } from './words'

export interface People {
  /** How many seats there are. */
  seats: number
  /** Your seat. */
  mine: number | undefined
  /** The present name of who holds a seat. */
  seat(seat: number): string
  /** The present name of a person by id. */
  person(id: string): string
}

/** A line of an entry in pieces. */
export function tell(entry: HistoryEntry, line: Line, words: Words, people: People): Piece[] {
  if (entry.kind === 'moved' && words.messages.has(`line.${line.key}`)) return words.line(line, people.seat)
  const values = Object.fromEntries(
    Object.entries(line.params ?? {}).map(([name, value]): [string, unknown] => {
      if (name === 'person') return [name, new Named(String(value), people.person(String(value)))]
      if (name === 'seat' || name === 'other') return [name, new Named(String(value), people.seat(Number(value)))]
      return [name, value]
    }),
  )
  return saidInPieces(`history.${line.key}`, values) ?? words.line(line, people.seat)
}
