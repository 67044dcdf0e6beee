/** The live list of tables, as the service tells it. */

import type { LobbyEntry, LobbySeat, LobbyTables } from '../wire/generated'

export type Tables = ReadonlyMap<string, LobbyEntry>

/** The list after a message. What is older than what is known changes nothing. */
export function follow(tables: Tables, message: LobbyTables): Tables {
  const next = new Map(message.whole === true ? [] : tables)
  for (const entry of message.tables ?? []) {
    const known = next.get(entry.table)
    if (known === undefined || known.seq <= entry.seq) next.set(entry.table, entry)
  }
  for (const table of message.gone ?? []) next.delete(table)
  return next
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
export function sections(tables: Tables, person: string, game: string | undefined): Sections {
  const result: Sections = { yours: [], own: [], open: [], running: [] }
  const all = [...tables.values()].sort((one, other) => other.at - one.at)
  for (const entry of all) {
    const mine = entry.seats.find((seat) => seat.person === person)
    if (mine !== undefined && entry.phase !== 'ended') {
      const waits = entry.phase === 'running' && mine.pending === true
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

// Winds and stars: names that are the same in every language.
const NAMES = [
  'Mistral Bora Passat Monsun Levante Zephyr Boreas Tramontana Scirocco Meltemi Notus Ostro Libeccio Ponente Grecale',
  'Habagat Amihan Pampero Chinook Zonda Puelche Sirius Wega Atair Deneb Arktur Spica Kapella Rigel Mira Algol Mizar',
  'Alkor Antares Regulus Kastor Pollux Prokyon Aldebaran Bellatrix Menkar Hamal Alphard Alioth Dubhe Merak Kochab',
  'Etamin Schedar Mirach Alamak Sadr Albireo Tarazed Nunki Shaula Avior Canopus Achernar Fomalhaut Enif Markab Scheat',
]
  .join(' ')
  .split(' ')

/** A name to call a table by, made of its id. */
export function tableName(table: string): string {
  let hash = 0
  for (const sign of table) hash = (hash * 31 + sign.charCodeAt(0)) >>> 0
  return NAMES[hash % NAMES.length] ?? table
}
