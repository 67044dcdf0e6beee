/**
 * Every message of the wire, as `server/wire/inbound.py` and `outbound.py` name them.
 *
 * Members whose value is the default are left out by the service, so they are optional here.
 */

/** What a view is made of: no null, no float, no order in a map. */
export type Value = string | number | boolean | Value[] | ViewMap
export interface ViewMap {
  [key: string]: Value
}
/** A merge patch (RFC 7396): null removes a member. */
export interface Patch {
  [key: string]: Value | Patch | null
}

export type Params = Record<string, string | number>

/** A sentence without its words. */
export interface Line {
  key: string
  params?: Params
}

/** A move of a game, tagged by its member `type`. */
export type GameMove = Record<string, unknown> & { type: string }

export interface Refusal {
  code: string
  rule: string
  params?: Params
}

export interface Offer {
  target: string
  move?: GameMove
  refusal?: Refusal
  price?: Line[]
  gain?: Line[]
}

/** The lowest and the highest score of a seat if the game ended now. */
export interface Range {
  seat: number
  low: number
  high: number
  parts?: Line[]
}

// --- what can be done at a table ------------------------------------------------------------------------------

export type Access = 'open' | 'invited'
export type Watch = 'all' | 'invited' | 'nobody'

export type Do =
  | {
      type: 'create'
      game: string
      seats: number
      options: Record<string, unknown>
      access: Access
      watch: Watch
    }
  | { type: 'sit'; seat: number; colour?: string }
  | { type: 'leave' }
  | { type: 'seat_bot'; seat: number }
  | { type: 'unseat_bot'; seat: number }
  | { type: 'ready'; ready: boolean; nonce: string }
  | { type: 'move'; ask: number; move: GameMove }
  | { type: 'undo'; to: number }
  | { type: 'redo'; to: number }
  | { type: 'propose'; what: 'undo' | 'free_seat' | 'end'; to?: number; seat?: number }
  | { type: 'answer'; proposal: number; grant: boolean }
  | { type: 'close' }

// --- from the client ------------------------------------------------------------------------------------------

export interface Command {
  t: 'command'
  id: string
  do: Do
  table?: string
}

export type Inbound =
  | { t: 'hello'; wire: number }
  | { t: 'lobby' }
  | { t: 'enter'; table: string; seq?: number; mark?: string; invitation?: string }
  | { t: 'exit' }
  | Command
  | { t: 'offers' }
  | { t: 'forecast' }
  | { t: 'history'; before: number }
  | { t: 'past'; seq: number }

// --- from the service -----------------------------------------------------------------------------------------

/** One event as the viewer may read it. `strike` and `restore` name a first and a last event. */
export interface HistoryEntry {
  seq: number
  at: number
  kind: string
  seat?: number
  lines?: Line[]
  strike?: [number, number]
  restore?: [number, number]
  struck?: boolean
}

export interface LobbySeat {
  person?: string
  name?: string
  bot?: boolean
  colour?: string
  pending?: boolean
}

export interface LobbyEntry {
  table: string
  seq: number
  game: string
  phase: string
  seats: LobbySeat[]
  at: number
  host?: string
  access?: string
  watch?: string
  watching?: number
}

export interface Welcome {
  t: 'welcome'
  wire: number
  person: string
  name: string
  build: string
}

export interface LobbyTables {
  t: 'lobby'
  tables?: LobbyEntry[]
  gone?: string[]
  whole?: boolean
}

export interface Update {
  t: 'update'
  table: string
  seq: number
  mark: string
  view?: ViewMap
  base?: number
  base_mark?: string
  patch?: Patch
  entries?: HistoryEntry[]
  crc?: number
}

export interface Turn {
  t: 'turn'
  table: string
  seq: number
  seat: number
  ask: number
  must: boolean
  legal?: GameMove[]
  undo?: number[]
  redo?: number[]
  undo_refused?: string
}

export interface Offers {
  t: 'offers'
  table: string
  ask: number
  offers: Offer[]
}

export interface Forecast {
  t: 'forecast'
  table: string
  seq: number
  ranges: Range[]
}

export interface Accepted {
  t: 'accepted'
  id: string
  table: string
  seq: number
}

export interface Refused {
  t: 'refused'
  id: string
  code: string
  rule?: string
  params?: Params
}

export interface History {
  t: 'history'
  table: string
  before: number
  entries: HistoryEntry[]
  more?: boolean
}

export interface Past {
  t: 'past'
  table: string
  seq: number
  view: ViewMap
}

export interface Presence {
  t: 'presence'
  table: string
  here: string[]
  away?: string[]
  spectators?: number
}

export interface Rewound {
  t: 'rewound'
  table: string
  seq: number
  lost: number
}

export type Outbound =
  | Welcome
  | { t: 'beat' }
  | LobbyTables
  | Update
  | Turn
  | Offers
  | Forecast
  | Accepted
  | Refused
  | { t: 'unsettled'; id: string }
  | History
  | Past
  | { t: 'people'; names: Record<string, string> }
  | Presence
  | Rewound
  | { t: 'gone'; table: string; code: string }
  | { t: 'problem'; code: string; detail?: string }
  | { t: 'moved'; retry_in: number }
