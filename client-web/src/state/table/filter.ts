/** Which lines of the history somebody wants to see. */

import { type Turn, isStruck } from './turns'

/** What every game has: turns, those that were taken back, scorings, and what happens around the game. */
export const KINDS = ['turns', 'undone', 'scorings', 'around'] as const
export type Kind = (typeof KINDS)[number]

export interface Filter {
  /** Only these seats; all where it is empty. */
  seats: ReadonlySet<number>
  /** Not these kinds. */
  without: ReadonlySet<Kind>
}

export const EVERYTHING: Filter = { seats: new Set(), without: new Set() }

export function hidesSomething({ seats, without }: Filter): boolean {
  return seats.size > 0 || without.size > 0
}

/** What kind of line a turn is. */
export function kindOf(turn: Turn): Kind {
  if (turn.seat === undefined) return 'around'
  return isStruck(turn) ? 'undone' : 'turns'
}

/** Whether a turn is shown; scorings concern every seat. */
export function shows({ seats, without }: Filter, turn: Turn): boolean {
  if (without.has(kindOf(turn))) return false
  return seats.size === 0 || turn.entries.some(({ seat }) => seat !== undefined && seats.has(seat))
}

/** A set with a member more, or without it. */
export function toggled<Member>(set: ReadonlySet<Member>, member: Member): ReadonlySet<Member> {
  const other = new Set(set)
  if (!other.delete(member)) other.add(member)
  return other
}
