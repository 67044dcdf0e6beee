/** The document that the service shows of a table (`server/table/views.py`), with its members named. */

import type { Line, View } from '../wire/generated'

export interface Seat {
  seat: number
  /** The person's id; empty while free or a bot's. */
  person: string
  bot: boolean
  ready: boolean
  /** The others freed it in the running game: anyone who may come in can take it. */
  freed: boolean
  colour: string
}

export interface Proposal {
  seq: number
  what: 'undo' | 'free_seat' | 'end'
  seat: number
  waiting: number[]
  granted: number[]
  /** When it lapses, in the service's milliseconds. */
  until: number
  to?: number
  target?: number
}

export interface Result {
  scores: number[]
  places: number[]
  winners: number[]
  parts: Record<string, Line[]>
}

export interface TableInfo {
  game: string
  phase: 'open' | 'running' | 'ended'
  host: string
  access: 'open' | 'invited'
  watch: 'all' | 'invited' | 'nobody'
  /** When the table was set up, in milliseconds. */
  created: number
  options: View
  seats: Seat[]
  /** The seats that must act. */
  pending: number[]
  seedHash: string
  seed: string | undefined
  ending: string | undefined
  proposal: Proposal | undefined
  result: Result | undefined
}

interface RawSeat {
  person?: string
  bot?: boolean
  ready?: boolean
  freed?: boolean
  colour?: string
}

interface RawTable {
  game: string
  phase: TableInfo['phase']
  host: string
  access: TableInfo['access']
  watch: TableInfo['watch']
  created: number
  options: View
  seats: Record<string, RawSeat>
  pending: number[]
  seed_hash: string
  seed?: string
  ending?: string
}

/** By the members of documents that they were read from: what a patch leaves alone is the same afterwards. */
const infos = new WeakMap<RawTable, TableInfo>()
const seatings = new WeakMap<RawTable['seats'], Seat[]>()

/** What a document says of the table around the game. */
export function tableInfo(view: View): TableInfo {
  const table = view['table'] as unknown as RawTable
  const [proposal, result] = [view['proposal'], view['result']] as unknown as [Proposal | undefined, Result | undefined]
  const known = infos.get(table)
  if (known !== undefined && known.proposal === proposal && known.result === result) return known
  const info = { ...around(table), proposal, result }
  infos.set(table, info)
  return info
}

function seatsOf(raw: RawTable['seats']): Seat[] {
  const known = seatings.get(raw)
  if (known !== undefined) return known
  const seats = Object.entries(raw)
    .map(([seat, raw]): Seat => ({
      person: '',
      bot: false,
      ready: false,
      freed: false,
      colour: '',
      ...raw,
      seat: Number(seat),
    }))
    .sort((one, other) => one.seat - other.seat)
  seatings.set(raw, seats)
  return seats
}

function around(table: RawTable): Omit<TableInfo, 'proposal' | 'result'> {
  return {
    game: table.game,
    phase: table.phase,
    host: table.host,
    access: table.access,
    watch: table.watch,
    created: table.created,
    options: table.options,
    seats: seatsOf(table.seats),
    pending: table.pending,
    seedHash: table.seed_hash,
    seed: table.seed,
    ending: table.ending,
  }
}

/** The game as the viewer sees it; undefined before the start. */
export function gameView(view: View): View | undefined {
  return view['game'] as View | undefined
}

export function isTaken(seat: Seat): boolean {
  return seat.person !== '' || seat.bot
}

/** The seat that a person holds. */
export function seatOf(info: TableInfo, person: string): Seat | undefined {
  return person === '' ? undefined : info.seats.find((seat) => seat.person === person)
}
