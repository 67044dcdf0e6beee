/** What this person has read on this device, and whom it does not hear at one table. Kept by the browser. */

import { recall, remember } from '../../browser/remember'
import type { Room } from './book'

/** Tables remembered. Overflow: those that were looked at longest ago are new again. */
const TABLES = 100

export interface Seen {
  players: number
  spectators: number
  muted: readonly string[]
}

const NOTHING: Seen = { players: 0, spectators: 0, muted: [] }

type Kept = [table: string, seen: Seen][]

function kept(person: string): Kept {
  try {
    const found: unknown = JSON.parse(recall(`chat.${person}`) ?? '[]')
    return Array.isArray(found) ? (found as Kept) : []
  } catch {
    return []
  }
}

export function seenOf(person: string, table: string): Seen {
  return { ...NOTHING, ...kept(person).find(([each]) => each === table)?.[1] }
}

export function keepSeen(person: string, table: string, seen: Seen): void {
  const others = kept(person).filter(([each]) => each !== table)
  remember(`chat.${person}`, JSON.stringify([[table, seen], ...others].slice(0, TABLES)))
}

/** Up to which line of a room was read: a chat that began again has smaller numbers, and is unread. */
export function readUpTo(seen: Seen, room: Room, newest: number): number {
  return seen[room] > newest ? 0 : seen[room]
}
