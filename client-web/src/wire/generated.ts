// Made from server/wire by `partie asyncapi --typescript`. Do not edit.

/** Raised when a message changes its meaning. */
export const WIRE_VERSION = 1

/** Bytes of one frame from a client. */
export const MAX_FRAME = 16384

/** History entries that go along with an update, or in one page. */
export const MAX_LINES = 50

/** What a view is made of: no null, no float, no order in a map. */
export type Value = string | number | boolean | Value[] | View
export interface View {
  [key: string]: Value
}

/** A merge patch (RFC 7396): null removes a member. */
export interface Patch {
  [key: string]: Value | Patch | null
}

/** A move of a game, tagged by its member `type`. */
export interface GameMove {
  type: string
  [field: string]: unknown
}

/** Set up a table. The answer's `table` is its id; the same command id makes the same table. */
export interface Create {
  type: 'create'
  game: string
  seats: number
  options?: Record<string, unknown>
  access?: 'invited' | 'open'
  watch?: 'all' | 'invited' | 'nobody'
}

/** Take a free seat, or change the colour of one's own. In a running game: take over a freed seat. */
export interface Sit {
  type: 'sit'
  seat: number
  colour?: string
}

/** Give one's seat up before the game starts. */
export interface Leave {
  type: 'leave'
}

/** Give a free seat to a practice bot (anyone seated may). */
export interface SeatBot {
  type: 'seat_bot'
  seat: number
}

/** Send a bot away before the game starts (anyone seated may). */
export interface UnseatBot {
  type: 'unseat_bot'
  seat: number
}

/** Say that one is ready, or not yet. The last one to be ready starts the game. */
export interface Ready {
  type: 'ready'
  ready: boolean
  nonce: string
}

/** A move in the game, made for the position that `ask` names; made for another, it is refused `stale`. */
export interface Move {
  type: 'move'
  ask: number
  move: GameMove
}

/** Take back one's own open moves: return to the position after event `to` (one of those offered). */
export interface Undo {
  type: 'undo'
  to: number
}

/** Make undone moves again: go to the position after event `to` (one of those offered). */
export interface Redo {
  type: 'redo'
  to: number
}

/** Ask the others: to go back to event `to`, to free the seat of an absent person, or to end the game. */
export interface Propose {
  type: 'propose'
  what: 'end' | 'free_seat' | 'undo'
  to?: number
  seat?: number
}

/** Grant or refuse the proposal that event `proposal` made; the asker refuses to withdraw it. */
export interface Answer {
  type: 'answer'
  proposal: number
  grant: boolean
}

/** The host ends a table that has not started. */
export interface Close {
  type: 'close'
}

/** The first message of every connection. */
export interface Hello {
  t: 'hello'
  wire: number
}

/** Show the lobby from now on, in place of a table. */
export interface Lobby {
  t: 'lobby'
}

/**
 * Show a table from now on, from the cursor (`seq`, `mark`) on if one is given.
 *
 * Sent again for the same table with another or no cursor it asks to be brought up to date from there.
 */
export interface Enter {
  t: 'enter'
  table: string
  seq?: number
  mark?: string
  invitation?: string
}

/** Show neither table nor lobby. */
export interface Exit {
  t: 'exit'
}

/** Do something at a table. Answered `accepted`, `refused` or `unsettled`; a repeat is answered alike. */
export interface Command {
  t: 'command'
  id: string
  do: Do
  table?: string
}

/**
 * Ask for the offers of one's present decision.
 *
 * `always`: until the table is entered anew, each update brings the turn that it leads to, and each turn its offers.
 */
export interface GetOffers {
  t: 'offers'
  always?: boolean
}

/** Ask for the score everyone would have if the game ended now, as far as one can know. */
export interface GetForecast {
  t: 'forecast'
}

/** Ask for a page of history entries with numbers below `before`, the newest of them last. */
export interface GetHistory {
  t: 'history'
  before: number
}

/** Ask for the table after event `seq` as one's own eyes saw it, or after the end with any `eyes`. */
export interface GetPast {
  t: 'past'
  seq: number
  eyes?: number | 'spectator'
}

/** The answer to `hello`: who one is, and which build answers. */
export interface Welcome {
  t: 'welcome'
  wire: number
  person: string
  name: string
  build: string
}

/** The line is alive. Sent when nothing else was for five seconds. */
export interface Beat {
  t: 'beat'
}

/** A seat in the lobby. `pending`: it has to act. */
export interface LobbySeat {
  person?: string
  name?: string
  bot?: boolean
  colour?: string
  pending?: boolean
}

/** What the lobby shows of a table. `seats` has one entry a seat, empty where it is free. */
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

/** Tables that are new or changed, and those that are gone. `whole`: forget all others. */
export interface LobbyTables {
  t: 'lobby'
  tables?: LobbyEntry[]
  gone?: string[]
  whole?: boolean
}

/** Somebody who is here. `table` and `game` are told only of tables that everybody is shown. */
export interface PersonAround {
  person: string
  name: string
  doing?: 'lobby' | 'playing' | 'waiting' | 'watching'
  table?: string
  game?: string
}

/** To the lobby: who is there or at a table, `count` of them in all, of whom only the first ones are named. */
export interface Around {
  t: 'around'
  people?: PersonAround[]
  count?: number
}

/**
 * A sentence without its words: a message key, and parameters that are numbers or ids found in the view.
 *
 * The words stand in `words.<language>.json` beside the engine. A string parameter `tile="1-03"` is put
 * into words by the name `names.tile.1-03` there; `seat` becomes the present name of the seat's person.
 */
export interface Line {
  key: string
  params?: Record<string, string | number>
}

/**
 * One event as the viewer may read it.
 *
 * `strike` names the first and the last event that this one undid, `restore` those that it made again:
 * all entries of kind `moved` in between, both ends included. `struck` says that a later event undid this.
 * `turn` is the number of the turn it happened in, if the game counts them.
 */
export interface HistoryEntry {
  seq: number
  at: number
  kind: string
  seat?: number
  lines?: Line[]
  strike?: [number, number]
  restore?: [number, number]
  struck?: boolean
  turn?: number
}

/** An `Illegal` as data, for offers. */
export interface Refusal {
  code: string
  rule: string
  params?: Record<string, string | number>
}

/**
 * One target on the board and what may be done with it: its move, or why not; its price and its gain.
 *
 * `target` is an id that the view shows. Exactly one of `move` and `refusal` is given.
 */
export interface Offer {
  target: string
  move?: GameMove
  refusal?: Refusal
  price?: Line[]
  gain?: Line[]
}

/**
 * To a seat alone: the decision before it after event `seq`.
 *
 * `ask` names the position for the move; `undo` lists the events one may return to, the nearest first, and
 * `redo` those one may go forward to, the nearest first. `undo_refused` says why there is nothing to undo.
 * `offers` come along for those who always want them.
 */
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
  offers?: Offer[]
}

/**
 * Brings the client to event `seq`: a whole view, or a merge patch for the view at (`base`, `base_mark`).
 *
 * `entries` are the history entries after the base (or the newest ones), at most 50; `crc` now and then is
 * the CRC-32 of the view in canonical MessagePack. `turn`: what would follow as a message of its own, for those
 * who always want their offers.
 */
export interface Update {
  t: 'update'
  table: string
  seq: number
  mark: string
  view?: View
  base?: number
  base_mark?: string
  patch?: Patch
  entries?: HistoryEntry[]
  crc?: number
  turn?: Turn
}

/** To a seat alone: what could be done with each target, made for the decision `ask`. */
export interface Offers {
  t: 'offers'
  table: string
  ask: number
  offers: Offer[]
}

/**
 * The lowest and the highest score a seat would have if the game ended now, as one viewer can know it.
 *
 * `parts` explains it: one line an item, each with a `points` parameter (or `low` and `high`).
 */
export interface Range {
  seat: number
  low: number
  high: number
  parts?: Line[]
}

/** The score of each seat if the game ended after event `seq`, as the viewer can know it. */
export interface Forecast {
  t: 'forecast'
  table: string
  seq: number
  ranges: Range[]
}

/** The command is event `seq` of the table and durable. */
export interface Accepted {
  t: 'accepted'
  id: string
  table: string
  seq: number
}

/** The command did nothing: a code, the rule it breaks, and what the words need. */
export interface Refused {
  t: 'refused'
  id: string
  code: string
  rule?: string
  params?: Record<string, string | number>
}

/** The command was handed to the log and its fate is not known yet; accepted or refused follows. */
export interface Unsettled {
  t: 'unsettled'
  id: string
}

/** A page of history, oldest first. `more`: there are older ones. */
export interface History {
  t: 'history'
  table: string
  before: number
  entries: HistoryEntry[]
  more?: boolean
}

/** The table as it was after event `seq`, with the eyes that were asked for. */
export interface Past {
  t: 'past'
  table: string
  seq: number
  view: View
  eyes?: number | 'spectator'
}

/**
 * A position that was asked for is not shown.
 *
 * `no_such_event`, `no_such_seat`, or `not_ended`: with the eyes of others one sees only after the end.
 */
export interface NoPast {
  t: 'no_past'
  table: string
  seq: number
  code: string
  eyes?: number | 'spectator'
}

/** The present names of persons, by their ids. */
export interface People {
  t: 'people'
  names: Record<string, string>
}

/** Who is at the table: `away` lists seated persons without any connection for 30 seconds. */
export interface Presence {
  t: 'presence'
  table: string
  here: string[]
  away?: string[]
  spectators?: number
}

/** The log lost its tail in a fail-over: events after `seq` up to `lost` did not survive. */
export interface Rewound {
  t: 'rewound'
  table: string
  seq: number
  lost: number
}

/** The table cannot be shown: `unknown`, `private`, `newer`, `broken` or `unavailable` for now. */
export interface Gone {
  t: 'gone'
  table: string
  code: string
}

/** A frame that could not be read, or came at the wrong time: what was wrong and where. */
export interface Problem {
  t: 'problem'
  code: string
  detail?: string
}

/** This node is going away: connect again after so many milliseconds. */
export interface Moved {
  t: 'moved'
  retry_in: number
}

export type Do =
  | Create
  | Sit
  | Leave
  | SeatBot
  | UnseatBot
  | Ready
  | Move
  | Undo
  | Redo
  | Propose
  | Answer
  | Close

export type Inbound =
  | Hello
  | Lobby
  | Enter
  | Exit
  | Command
  | GetOffers
  | GetForecast
  | GetHistory
  | GetPast

export type Outbound =
  | Welcome
  | Beat
  | LobbyTables
  | Around
  | Update
  | Turn
  | Offers
  | Forecast
  | Accepted
  | Refused
  | Unsettled
  | History
  | Past
  | NoPast
  | People
  | Presence
  | Rewound
  | Gone
  | Problem
  | Moved
