/** The live list of tables, as the service tells it. */

import { heldForOther } from '../net/servertime'
import { tableName, toldApart } from './tablenames'
import type { LobbyEntry, LobbySeat, LobbyTables, Online, PersonOnline } from '../wire/generated'

export type Tables = ReadonlyMap<string, LobbyEntry>

/** The list after a message. Older entries than the known ones change nothing. */
export function follow(tables: Tables, message: LobbyTables): Tables {
  const next = new Map(message.whole === true ? [] : tables)
  for (const entry of message.tables ?? []) {
    const known = next.get(entry.table)
    if (known === undefined || known.seq <= entry.seq) next.set(entry.table, entry)
  }
  for (const table of message.gone ?? []) next.delete(table)
  return next
}

/** Whether a free seat is held for somebody else. */
export function isHeld(entry: LobbyEntry, seat: LobbySeat, person: string): boolean {
  return heldForOther(seat.kept, entry.at, person)
}

export interface Sections {
  /** Own running tables that wait for this person. */
  yours: LobbyEntry[]
  /** Own tables that do not. */
  own: LobbyEntry[]
  open: LobbyEntry[]
  running: LobbyEntry[]
}

export function isFree(seat: LobbySeat): boolean {
  return (seat.person ?? '') === '' && seat.bot !== true
}

/** The tables as the lobby groups them, the newest first; only those of one game if one is named. */
export function sections(
  tables: Tables,
  person: string,
  game: string | undefined,
  followed: Readonly<Record<string, string>> = {},
): Sections {
  const result: Sections = { yours: [], own: [], open: [], running: [] }
  const near = (entry: LobbyEntry) => entry.seats.some((seat) => (seat.person ?? '') in followed)
  // Those of the followed come first.
  const all = [...tables.values()].sort((one, other) => Number(near(other)) - Number(near(one)) || other.at - one.at)
  for (const entry of all) {
    const mine = entry.seats.find((seat) => seat.person === person || seat.kept === person)
    if (mine !== undefined && entry.phase !== 'ended') {
      const waits = entry.phase === 'running' && mine.pending === true && entry.closed !== true
      ;(waits ? result.yours : result.own).push(entry)
    } else if (game !== undefined && entry.game !== game) {
      continue
    } else if (entry.phase === 'open') {
      result.open.push(entry)
    } else if (entry.phase === 'running') {
      result.running.push(entry)
    }
  }
  return result
}

/** Persons that are listed before the reader asks for all. */
const LISTED = 8

export interface OnlinePeople {
  /** Everybody who is online, oneself too. */
  count: number
  /** Those who are listed, without oneself. */
  others: readonly PersonOnline[]
  /** Named ones that are not listed yet. */
  hidden: number
  /** Those whom the service only counts. */
  more: number
}

/** The people online apart from yourself; a few, or all that the service names. */
export function onlinePeople(online: Online | undefined, me: string, all: boolean): OnlinePeople {
  const people = online?.people ?? []
  const named = people.filter((one) => one.person !== me)
  const others = all || named.length <= LISTED + 1 ? named : named.slice(0, LISTED)
  // The service may not have counted people who have just arrived.
  const count = Math.max(online?.count ?? 0, people.length, 1)
  const rest = count - named.length - (people.length > named.length || count > people.length ? 1 : 0)
  return { count, others, hidden: named.length - others.length, more: Math.max(0, rest) }
}

/** The colour in which somebody sits at a table, if the list of tables knows it. */
export function colourOf(tables: Tables, { person, table = '' }: PersonOnline): string | undefined {
  const seat = tables.get(table)?.seats.find((each) => each.person === person)
  return seat?.colour === '' ? undefined : seat?.colour
}

/** The games that nobody waits for players with. */
export function unserved(tables: Tables, games: readonly string[]): string[] {
  const open = [...tables.values()].filter((entry) => entry.phase === 'open' && entry.seats.some(isFree))
  return games.filter((game) => !open.some((entry) => entry.game === game))
}

/** What the tables of a list are called. */
export function tableNames(tables: Tables): ReadonlyMap<string, string> {
  return toldApart(tables.keys(), tableName)
}
