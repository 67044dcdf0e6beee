/** The live list of tables, as the service tells it. */

import { heldForOther } from '../net/servertime'
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

// Winds, stars, mountains, islands and rivers: names that are the same in every language. Many, so that two tables
// in one list are seldom called alike.
const NAMES = [
  'Mistral Bora Passat Monsun Levante Zephyr Boreas Tramontana Scirocco Meltemi Notus Ostro Libeccio Ponente Grecale',
  'Habagat Amihan Pampero Chinook Zonda Puelche Sirius Wega Atair Deneb Arktur Spica Kapella Rigel Mira Algol Mizar',
  'Alkor Antares Regulus Kastor Pollux Prokyon Aldebaran Bellatrix Menkar Hamal Alphard Alioth Dubhe Merak Kochab',
  'Etamin Schedar Mirach Alamak Sadr Albireo Tarazed Nunki Shaula Avior Canopus Achernar Fomalhaut Enif Markab Scheat',
  'Denali Elbrus Ararat Etna Hekla Katla Askja Olymp Parnass Helikon Pelion Athos Triglav Rigi Pilatus Eiger Ortler',
  'Watzmann Brocken Arber Rysy Snowdon Nevis Cuillin Lochnagar Schiehallion Kailash Nanda Annapurna Lhotse Makalu',
  'Skye Jura Islay Mull Iona Rum Eigg Muck Arran Bute Tiree Coll Barra Uist Harris Lewis Rona Unst Yell Fetlar Foula',
  'Samos Naxos Paros Delos Milos Tinos Syros Chios Lesbos Lemnos Thasos Ithaka Korfu Elba Capri Ischia Gozo Gotland',
  'Spey Tay Tweed Forth Clyde Dee Don Ness Lena Ob Wolga Newa Memel Oder Havel Spree Isar Inn Lech Iller Saale Aare',
  'Reuss Ticino Adda Arno Tiber Tejo Duero Ebro Loire Rhone Seine Marne Maas Yukon Orinoco Parana Sambesi Okavango',
]
  .join(' ')
  .split(' ')

/** A name to call a table by, made of its id. */
export function tableName(table: string): string {
  return NAMES[hashOf(table) % NAMES.length] ?? table
}

/** What the tables of a list are called. */
export function tableNames(tables: Tables): ReadonlyMap<string, string> {
  return toldApart(tables.keys(), tableName)
}

/** The names of tables or persons, by their ids: namesakes have a number behind the name, which stays theirs. */
export function toldApart(ids: Iterable<string>, nameOf: (id: string) => string): ReadonlyMap<string, string> {
  const names = new Map([...new Set(ids)].map((id): [string, string] => [id, nameOf(id)]))
  const taken = new Set<string>()
  const twice = new Set<string>()
  for (const name of names.values()) (taken.has(name) ? twice : taken).add(name)
  for (const [id, name] of names) {
    if (!twice.has(name)) continue
    let number = Math.floor(hashOf(id) / NAMES.length)
    while (taken.has(numbered(name, number))) number += 1
    taken.add(numbered(name, number))
    names.set(id, numbered(name, number))
  }
  return names
}

function numbered(name: string, number: number): string {
  return `${name} ${10 + (number % 90)}`
}

function hashOf(text: string): number {
  let hash = 0
  for (const sign of text) hash = (hash * 31 + sign.charCodeAt(0)) >>> 0
  return hash
}
