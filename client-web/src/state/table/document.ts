/** The document that the service shows of a table (`server/partie/table/show/views.py`), with its members named. */

import { COLOURS } from './colours'
import type { Clocks, TimeControl } from './clocks'
import type {
  Delay,
  SeatBot,
  TableFrame,
  TableLesson,
  TableOrigin,
  TableProposal,
  TableResult,
  TableView,
  View,
} from '../../wire/generated'

/** How well bots play, from the weakest to the strongest. */
export const LEVELS = ['quick', 'careful', 'deep'] as const satisfies readonly SeatBot['level'][]
export type Level = (typeof LEVELS)[number]

export interface Seat {
  seat: number
  /** The person's id; empty while free or a bot's. */
  person: string
  bot: boolean
  /** How well a bot plays; quick if it is not said. */
  level?: Level
  ready: boolean
  /** The others freed it in the running game: anyone who may come in can take it. */
  freed: boolean
  /** For whom the bot plays: that person alone can take the seat back. */
  keeper?: string
  colour: string
  /** Free, and held for that person for a while. */
  kept?: string
  /** Games of the series won by the person who sits there. */
  won?: number
  /** The game itself plays here; such players are counted from 1. Nobody can sit there. */
  automatic?: number
}

export type Proposal = TableProposal
export type Result = TableResult
/** The position of another table that a game goes on from. */
export type Origin = TableOrigin

export interface TableInfo {
  game: string
  phase: 'open' | 'running' | 'ended'
  host: string
  access: 'open' | 'invited'
  watch: 'all' | 'invited' | 'nobody'
  /** When the table was set up, in milliseconds. */
  created: number
  options: View
  /** The table whose next game this is. */
  previous?: string | undefined
  origin?: Origin | undefined
  seats: Seat[]
  /** How many players the game itself plays, after the seats. */
  automatic?: number | undefined
  /** The seats that must act. */
  pending: number[]
  seedHash: string
  seed: string | undefined
  ending: string | undefined
  timeControl?: TimeControl | undefined
  clocks?: Clocks | undefined
  /** It counts for the ratings of accounts. */
  /** It is the table of a lesson: how many of its moves were made, -1 once another was made instead. */
  lesson?: TableLesson | undefined
  rated?: boolean | undefined
  /** How far behind those are who only watch. */
  delay?: Delay | undefined
  proposal: Proposal | undefined
  result: Result | undefined
}

/** By the members of documents that they were read from: what a patch leaves alone is the same afterwards. */
const infos = new WeakMap<TableFrame, TableInfo>()
const seatings = new WeakMap<TableFrame['seats'], Seat[]>()

/** What a document says of the table around the game. */
export function tableInfo(view: View): TableInfo {
  const { table, proposal, result } = view as unknown as TableView
  const known = infos.get(table)
  if (known !== undefined && known.proposal === proposal && known.result === result) return known
  const info = { ...around(table), proposal, result }
  infos.set(table, info)
  return info
}

function seatsOf(raw: TableFrame['seats']): Seat[] {
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

function around(table: TableFrame): Omit<TableInfo, 'proposal' | 'result'> {
  return {
    game: table.game,
    phase: table.phase,
    host: table.host,
    access: table.access,
    watch: table.watch,
    created: table.created,
    options: table.options as View,
    previous: table.previous,
    origin: table.origin,
    seats: seatsOf(table.seats),
    automatic: table.automatic,
    pending: table.pending,
    seedHash: table.seed_hash,
    seed: table.seed,
    ending: table.ending,
    timeControl: table.pace,
    clocks: table.clocks,
    lesson: table.lesson,
    rated: table.rated,
    delay: table.delay,
  }
}

const watched = new WeakMap<TableInfo, TableInfo>()

/** The table as one sees it who is behind: its clocks ran then, and stand still where only moves are counted. */
export function fromBehind(info: TableInfo): TableInfo {
  const { clocks, delay } = info
  if (clocks === undefined || delay === undefined || info.phase !== 'running') return info
  const known = watched.get(info)
  if (known !== undefined) return known
  const late = delay.unit === 'seconds' ? 1000 * delay.count : 0
  const seats = Object.fromEntries(
    Object.entries(clocks.seats).map(([seat, { until, ...clock }]) => [
      seat,
      until === undefined || late === 0 ? clock : { ...clock, until: until + late },
    ]),
  )
  const then = { ...info, clocks: { ...clocks, at: clocks.at + late, seats } }
  watched.set(info, then)
  return then
}

/** The game as the viewer sees it; undefined before the start. */
export function gameView(view: View): View | undefined {
  return view['game'] as View | undefined
}

/** The points that a game shows in `players`, as most do; undefined where its view has none. */
export function pointsIn(game: View | undefined, seat: number): number | undefined {
  const player = (game?.['players'] as View | undefined)?.[String(seat)] as View | undefined
  const points = player?.['points']
  return typeof points === 'number' ? points : undefined
}

export function isTaken(seat: Seat): boolean {
  return seat.person !== '' || seat.bot
}

/** Whether anybody who may come in can take the seat of the running game. */
export function isFree(seat: Seat): boolean {
  return seat.freed && seat.keeper === undefined
}

const all = new WeakMap<TableInfo, Seat[]>()

/** The seats, and the players whom the game itself plays, each of these in a colour that is left. */
export function playersOf(info: TableInfo): Seat[] {
  const { seats, automatic = 0 } = info
  if (automatic === 0) return seats
  const known = all.get(info)
  if (known !== undefined) return known
  const left = COLOURS.filter((colour) => !seats.some((seat) => seat.colour === colour))
  const others = Array.from({ length: automatic }, (_, index): Seat => ({
    seat: seats.length + index,
    person: '',
    bot: false,
    ready: true,
    freed: false,
    colour: left[index] ?? '',
    automatic: index + 1,
  }))
  const players = [...seats, ...others]
  all.set(info, players)
  return players
}

/** The seat that a person holds. */
export function seatOf(info: TableInfo, person: string): Seat | undefined {
  return person === '' ? undefined : info.seats.find((seat) => seat.person === person)
}
