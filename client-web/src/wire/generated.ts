// Generated from server/partie/wire by `partie types`. Do not edit.

/** Incremented when a message changes its meaning. */
export const WIRE_VERSION = 2

/** Bytes of one frame from a client. */
export const MAX_FRAME = 16384

/** History entries sent with an update, or in one page. */
export const MAX_LINES = 50

/** The lowest and the highest value of every number of a pace. */
export const PACE_BOUNDS = {
  live: { game: { low: 5, high: 86400 }, turn: { low: 0, high: 3600 } },
  days: { days: { low: 1, high: 30 }, opens: { low: 0, high: 1440 }, closes: { low: 0, high: 1440 }, vacation: { low: 0, high: 60 } },
} as const

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

/** `game` seconds per seat for the whole game, and `turn` more for each turn that it ends. */
export interface Live {
  kind: 'live'
  falls?: 'bot' | 'free' | 'lost'
  game: number
  turn?: number
}

/**
 * `days` for each decision, of which only the hours of the daily window count.
 *
 * The window opens and closes at minutes of the day in the time zone (an IANA name), and may extend over midnight.
 * `vacation`: total days of vacation per seat.
 */
export interface Days {
  kind: 'days'
  falls?: 'bot' | 'free' | 'lost'
  days: number
  opens?: number
  closes?: number
  zone?: string
  vacation?: number
}

/** A spectator delay: spectators see the table as it was so many moves, or so many seconds, ago. */
export interface Delay {
  unit: 'moves' | 'seconds'
  count: number
}

/**
 * Create a table. The answer's `table` is its id; the same command id creates the same table.
 *
 * `rated`: the game counts for the ratings of the accounts that play it. Bots are not allowed then.
 */
export interface Create {
  type: 'create'
  game: string
  seats: number
  options?: Record<string, unknown>
  access?: 'invited' | 'open'
  watch?: 'all' | 'invited' | 'nobody'
  chat?: 'private' | 'shared'
  pace?: Live | Days
  rated?: boolean
  delay?: Delay
}

/** Choose before the start whether the game is rated (host only). All players must be ready again. */
export interface ChangeRated {
  type: 'count'
  rated: boolean
}

/** Take a free seat, or change the colour of yours. In a running game: take over a freed seat. */
export interface Sit {
  type: 'sit'
  seat: number
  colour?: string
}

/** Leave your seat before the game starts. */
export interface Leave {
  type: 'leave'
}

/** Give a free seat to a bot (anyone seated may); in a running game a freed seat, or your own. */
export interface SeatBot {
  type: 'seat_bot'
  seat: number
  level?: 'careful' | 'deep' | 'quick'
}

/** Remove a bot before the game starts (anyone seated may). */
export interface UnseatBot {
  type: 'unseat_bot'
  seat: number
}

/** Free somebody's seat before the game starts (host only). That person cannot sit at this table again. */
export interface TurnAway {
  type: 'turn_away'
  seat: number
}

/** Declare yourself ready, or not ready. The game starts when the last player is ready. */
export interface Ready {
  type: 'ready'
  ready: boolean
  nonce: string
}

/** Make a move for the decision token `ask`; a move with an outdated one is refused as `stale`. */
export interface Move {
  type: 'move'
  ask: number
  move: GameMove
}

/** Take back your own open moves: return to the position after event `to` (one of those offered). */
export interface Undo {
  type: 'undo'
  to: number
}

/** Redo undone moves: go forward to the position after event `to` (one of those offered). */
export interface Redo {
  type: 'redo'
  to: number
}

/**
 * Propose something to the other players.
 *
 * The proposals are: to go back to event `to`, to free the `seat` of an absent person, to end the game, to change
 * the time control to `pace` (or none), to stop the clocks (`pause`), to restart them (`resume`), or to change
 * the spectator delay to `delay` (or none).
 */
export interface Propose {
  type: 'propose'
  what: 'delay' | 'end' | 'free_seat' | 'pace' | 'pause' | 'resume' | 'undo'
  to?: number
  seat?: number
  pace?: Live | Days
  delay?: Delay
}

/** Accept or refuse the proposal made by event `proposal`; its author refuses it to withdraw it. */
export interface Answer {
  type: 'answer'
  proposal: number
  grant: boolean
}

/** Begin or end your vacation, if the time control has one: your clock stops, and the vacation runs. */
export interface ChangeVacation {
  type: 'rest'
  on: boolean
}

/** Close a table that has not started (host only). */
export interface Close {
  type: 'close'
}

/** Play the game of an ended table again. The answer's `table` is the new one, the same for everybody who asks. */
export interface Rematch {
  type: 'again'
}

/**
 * Continue from the position after event `seq` of an ended table, at a new one: the answer's `table`.
 *
 * You take `seat`; `others` says for every seat who should sit there, and is ignored for your own. It never counts
 * for ratings, and everything hidden in the position is dealt again.
 */
export interface Fork {
  type: 'fork'
  seq: number
  seat: number
  others: ('former' | 'free' | 'careful' | 'deep' | 'quick')[]
}

/**
 * Begin the lesson of a game, at a table of your own: the answer's `table`.
 *
 * You hold the first seat, and the game starts as soon as you are ready. The other seats make the lesson's moves as
 * long as you do.
 */
export interface Learn {
  type: 'learn'
  game: string
}

/** The first message of every connection; `wire`: the version of the wire that the client speaks. */
export interface Hello {
  t: 'hello'
  wire: number
}

/** Show the lobby from now on, in place of a table. */
export interface Lobby {
  t: 'lobby'
}

/**
 * Show a table from now on, starting at the cursor (`seq`, `mark`) if one is given.
 *
 * Send it again for the same table, with another cursor or none, to be brought up to date from there.
 */
export interface Enter {
  t: 'enter'
  table: string
  seq?: number
  mark?: string
  invitation?: string
}

/** Report whether the page is visible: while it is, the person gets no notifications about it. Not answered. */
export interface PageVisibility {
  t: 'look'
  looking: boolean
}

/** Show neither a table nor the lobby. */
export interface Exit {
  t: 'exit'
}

/** Carry out a command. Answered `accepted`, `refused` or `unsettled`; a repeat gets the same answer. */
export interface Command {
  t: 'command'
  id: string
  do: Do
  table?: string
}

/**
 * Get the offers of your current decision.
 *
 * `always`: until the table is entered again, each update includes the turn that it leads to, and each turn its
 * offers.
 */
export interface GetOffers {
  t: 'offers'
  always?: boolean
}

/** Get everyone's score if the game ended now, as far as you can know. */
export interface GetForecast {
  t: 'forecast'
}

/** Get a page of history entries with numbers below `before`, the newest of them last. */
export interface GetHistory {
  t: 'history'
  before: number
}

/** Get the table after event `seq` as you saw it yourself, or after the end from any perspective (`eyes`). */
export interface GetPast {
  t: 'past'
  seq: number
  eyes?: number | 'spectator'
}

/** Get the reason for a bot's move in event `seq`. */
export interface GetReason {
  t: 'reason'
  seq: number
}

/**
 * Search for people to play one of the `games` with, with one of these numbers of `seats`, at a pace.
 *
 * Answered `seeking` whenever something changes, and `found` once there is a table. The search ends with the
 * connection, unless it is sent again within seconds with the same `id`. Without games it ends at once.
 */
export interface Search {
  t: 'seek'
  id: string
  games?: string[]
  seats?: number[]
  pace?: 'calm' | 'days' | 'long' | 'none' | 'quick'
}

/** Subscribe to invitations and to news of the people you follow. `followable`: whether others may follow you. */
export interface WatchFriends {
  t: 'company'
  followable?: boolean
}

/** Invite a `person`, or the account of that `login`, to a table. Answered `done` or `refused`. */
export interface Invite {
  t: 'invite'
  id: string
  table: string
  person?: string
  login?: string
}

/** Decline an invitation to a table. Answered `invitations`. */
export interface Decline {
  t: 'decline'
  table: string
}

/** Follow or unfollow an account. Answered `done` or `refused`. */
export interface Follow {
  t: 'follow'
  id: string
  person: string
  follow?: boolean
}

/**
 * Show the chat of the current table, in the rooms you may read, until another table is shown.
 *
 * With `room` and `before`: get a page of the messages with numbers below.
 */
export interface GetChat {
  t: 'chat'
  room?: 'players' | 'spectators'
  before?: number
}

/**
 * Send a chat message at the current table: plain `text`, or a `phrase` by its key.
 *
 * Answered `said` or `refused`; a repeat within a day gets the same answer and sends nothing twice.
 */
export interface Say {
  t: 'say'
  id: string
  table: string
  room: 'players' | 'spectators'
  text?: string
  phrase?: string
}

/** Report a chat message that you can read to the moderators. Answered `said` or `refused`. */
export interface Report {
  t: 'report'
  id: string
  table: string
  room: 'players' | 'spectators'
  number: number
}

/**
 * Block or unblock a person at all tables. Answered `blocked`, with an `id` also `done`.
 *
 * A refusal is answered `refused` with an `id`, and `problem` without one.
 */
export interface Block {
  t: 'block'
  person: string
  blocked: boolean
  id?: string
}

/** Get the list of people you have blocked. Answered `blocked`. */
export interface GetBlocked {
  t: 'blocks'
}

/**
 * The answer to `hello`: the client's person, the server's build, and the service's time in milliseconds.
 *
 * `wire` is the version that the client asked for.
 */
export interface Welcome {
  t: 'welcome'
  wire: number
  person: string
  name: string
  build: string
  now?: number
}

/** A heartbeat, sent every five seconds; `now` is the service's time, the reference for clocks. */
export interface Beat {
  t: 'beat'
  now?: number
}

/** A seat in the lobby. `pending`: it has to act. `kept`: it is free and held for that person for a while. */
export interface LobbySeat {
  person?: string
  name?: string
  bot?: boolean
  colour?: string
  pending?: boolean
  kept?: string
}

/**
 * A table in the lobby. `seats` has one entry per seat, empty where it is free.
 *
 * `origin`: the table from whose position its game continues, for practice. `lesson`: it is the
 * table of a lesson. `closed`: moderators have closed it.
 */
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
  pace?: Live | Days
  rated?: boolean
  delay?: Delay
  origin?: string
  closed?: boolean
  lesson?: boolean
}

/** Tables that are new or changed, and those that are gone. `whole`: forget all others. */
export interface LobbyTables {
  t: 'lobby'
  tables?: LobbyEntry[]
  gone?: string[]
  whole?: boolean
}

/** A person who is online. `table` and `game` are included only for tables that everybody may see. */
export interface PersonOnline {
  person: string
  name: string
  doing?: 'lobby' | 'playing' | 'waiting' | 'watching'
  table?: string
  game?: string
}

/** To the lobby: who is online, `count` of them in all, of whom only the first ones are named. */
export interface Online {
  t: 'around'
  people?: PersonOnline[]
  count?: number
}

/**
 * A sentence without its words: a message key, and parameters that are numbers or ids found in the view.
 *
 * The words are in `words.<language>.json` next to the engine. A string parameter such as `tile="1-03"` is shown
 * as the text of `names.tile.1-03` there; `seat` becomes the current name of the person in that seat.
 */
export interface Line {
  key: string
  params?: Record<string, string | number>
}

/**
 * One event as the viewer may read it.
 *
 * `strike` is the first and the last event that this one undid, `restore` those that it redid: all entries of kind
 * `moved` in between, both ends included. `struck` means that a later event undid this one. `turn` is the number
 * of the turn it happened in, if the game counts them.
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
 * One target on the board and what the seat can do with it: a move or a refusal, a price and a gain.
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
 * `ask` identifies the position for the move; `undo` lists the events you may return to, the nearest first, and
 * `redo` those you may go forward to, the nearest first. `undo_refused` says why there is nothing to undo.
 * `offers` are included for clients that always want them.
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
 * Bring the client to event `seq`: a whole view, or a merge patch for the view at (`base`, `base_mark`).
 *
 * From version 2 of the wire on, a patch without a base is for the view of the update before on this connection; pass
 * over it if you did not apply that one, or have entered the table since.
 * `entries` are the history entries after the base (or the newest ones), at most 50; `crc`, in some updates, is
 * the CRC-32 of the view in canonical MessagePack. `turn`: the turn that would otherwise follow as a message of its
 * own, for clients that always want their offers.
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

/** To a seat alone: what it could do with each target, for the decision `ask`. */
export interface Offers {
  t: 'offers'
  table: string
  ask: number
  offers: Offer[]
}

/**
 * The lowest and highest score of a seat if the game ended now, as far as one viewer can know.
 *
 * `parts` explains it: one line per item, each with a `points` parameter (or `low` and `high`).
 */
export interface Range {
  seat: number
  low: number
  high: number
  parts?: Line[]
}

/** The score of each seat if the game ended after event `seq`, as far as the viewer can know. */
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

/** The command did nothing: a code, the rule it breaks, and the parameters of the message. */
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

/** The table as it was after event `seq`, from the requested perspective. */
export interface Past {
  t: 'past'
  table: string
  seq: number
  view: View
  eyes?: number | 'spectator'
}

/**
 * A requested position is not shown.
 *
 * `no_such_event`, `no_such_seat`, or `not_ended`: the perspectives of others are open only after the end.
 */
export interface NoPast {
  t: 'no_past'
  table: string
  seq: number
  code: string
  eyes?: number | 'spectator'
}

/** The current names of persons, by their ids. */
export interface People {
  t: 'people'
  names: Record<string, string>
}

/** The people at the table: `away` lists seated persons without any connection for 30 seconds. */
export interface Presence {
  t: 'presence'
  table: string
  here: string[]
  away?: string[]
  spectators?: number
}

/** The rooms of a table that you may read and write from now on; forget what is stored of others. */
export interface Rooms {
  t: 'rooms'
  table: string
  read: ('players' | 'spectators')[]
  write: ('players' | 'spectators')[]
}

/** A chat message: `text`, or a `phrase` by its key. `gone`: its text was removed, and by whom. */
export interface ChatLine {
  number: number
  at: number
  person: string
  text?: string
  phrase?: string
  gone?: '' | 'erased' | 'moderator'
}

/**
 * Messages of a chat room, new or changed, by their numbers.
 *
 * `whole`: forget all others. `more`: there are older ones; included with `whole` and with pages.
 */
export interface Chat {
  t: 'chat'
  table: string
  room: 'players' | 'spectators'
  lines?: ChatLine[]
  whole?: boolean
  more?: boolean
  before?: number
}

/**
 * The reason for a bot's move in event `seq`, or a `code` that says why it is not shown.
 *
 * `why`: it was the `only` move, it looked best at once (`near`) or after looking `ahead`, `chance` chose,
 * or it is part of the `lesson`. `low` and `high` are the score the bot expected for itself, and `other` the
 * move it considered second best. Codes: `secret` as long as it would reveal what the viewer may not know,
 * `unknown`, `unavailable`.
 */
export interface Reason {
  t: 'reason'
  table: string
  seq: number
  why?: 'ahead' | 'chance' | 'lesson' | 'near' | 'only'
  level?: 'careful' | 'deep' | 'quick'
  low?: number
  high?: number
  other?: GameMove
  code?: string
}

/** The chat message is number `number` of its room; or the report of that message was recorded. */
export interface Said {
  t: 'said'
  id: string
  table: string
  room: 'players' | 'spectators'
  number: number
}

/** The people you have blocked, everywhere; `names` has all who are still known. */
export interface Blocked {
  t: 'blocked'
  persons?: string[]
  names?: Record<string, string>
}

/** For an ended table: table `next`, created by `by`, is its rematch. */
export interface NextGame {
  t: 'next_game'
  table: string
  next: string
  by: string
}

/** How many people search for a game with so many seats at a pace. */
export interface Waiting {
  game: string
  seats: number
  pace: 'calm' | 'days' | 'long' | 'none' | 'quick'
  count: number
}

/** To the lobby and to people searching for a game: how many wait for what. `id` is your own search. */
export interface Searching {
  t: 'seeking'
  waiting?: Waiting[]
  id?: string
  since?: number
}

/** The search `id` has found that table, and you sit there now. `made`: the table was made for this match. */
export interface Found {
  t: 'found'
  id: string
  table: string
  made?: boolean
}

/** The request with this `id` was carried out. */
export interface Done {
  t: 'done'
  id: string
}

/** An invitation to a table, from `by`. `token` lets you in where that is needed. */
export interface Invitation {
  table: string
  game: string
  by: string
  name: string
  at: number
  token?: string
}

/** All tables to which you are invited by name, the newest invitation first. */
export interface Invitations {
  t: 'invitations'
  invitations?: Invitation[]
}

/** A person declined your invitation. */
export interface Declined {
  t: 'declined'
  table: string
  person: string
  name?: string
}

/** The people you follow, with their names, and whether you allow others to follow you. */
export interface Following {
  t: 'following'
  persons?: Record<string, string>
  followable?: boolean
}

/** A person you follow has created a table that everybody may join. */
export interface Opened {
  t: 'opened'
  table: string
  game: string
  host: string
  name: string
}

/** Moderators have closed the table, so that nothing can be done there; or reopened it. */
export interface Closed {
  t: 'closed'
  table: string
  closed: boolean
  why?: string
}

/** You are banned until then (milliseconds since 1970; 0: permanently). The connection is closed after it. */
export interface Banned {
  t: 'banned'
  until: number
  why?: string
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

/**
 * A frame that could not be read, or arrived at the wrong time: what was wrong and where.
 *
 * `id` names the command in it, if it was one. This frame of the command did nothing; another one may have worked.
 */
export interface Problem {
  t: 'problem'
  code: string
  detail?: string
  id?: string
}

/** This node is shutting down: reconnect after so many milliseconds. */
export interface Moved {
  t: 'moved'
  retry_in: number
}

/**
 * A seat; a free one is an empty map.
 *
 * `freed`: the others freed it during the game, so anyone who may enter can take it. `keeper` is the person for
 * whom a bot plays, `kept` the one for whom a free seat is held. `won` counts the games that the person won in
 * this series of rematches; `level` is that of a bot other than a quick one.
 */
export interface TableSeat {
  person?: string
  bot?: boolean
  ready?: boolean
  freed?: boolean
  keeper?: string
  level?: 'careful' | 'deep' | 'quick'
  colour?: string
  kept?: string
  won?: number
}

/** The table and the event whose position the game continues. */
export interface TableOrigin {
  table: string
  seq: number
}

/** How many of the `moves` of its lesson were made at a table; -1 once another was made instead. */
export interface TableLesson {
  made: number
  moves: number
}

/** The clock of a seat: the milliseconds left, its deadline while it runs, and what it has of vacation. */
export interface TableClock {
  left: number
  until?: number
  rest?: number
  resting?: boolean
}

/** The clocks at the service's time `at`, in milliseconds. */
export interface TableClocks {
  at: number
  seats: Record<string, TableClock>
  paused?: boolean
}

/**
 * The table around the game.
 *
 * `pending` are the seats that must act, `lost` those that lost on time. `turn` is the number of the turn,
 * `chapters` are the events that closed chapters, `automatic` counts the players whom the game itself plays.
 * `previous` is the table whose rematch this is. The seed is shown once the game is over; `seed_hash` is its hash.
 */
export interface TableFrame {
  id: string
  game: string
  version: number
  phase: 'ended' | 'open' | 'running'
  host: string
  access: 'invited' | 'open'
  watch: 'all' | 'invited' | 'nobody'
  created: number
  options: Record<string, unknown>
  seats: Record<string, TableSeat>
  pending: number[]
  seed_hash: string
  previous?: string
  origin?: TableOrigin
  lesson?: TableLesson
  chat?: 'private' | 'shared'
  rated?: boolean
  delay?: Delay
  pace?: Live | Days
  clocks?: TableClocks
  lost?: number[]
  turn?: number
  chapters?: number[]
  automatic?: number
  ending?: '' | 'agreed' | 'closed' | 'expired' | 'finished'
  seed?: string
}

/**
 * What a seat proposes, the seats that have to answer and those that agreed, and the time until which it stands.
 *
 * `to` is the event to go back to, `target` the seat to free. `lasting`: moves do not settle it.
 */
export interface TableProposal {
  seq: number
  what: 'delay' | 'end' | 'free_seat' | 'pace' | 'pause' | 'resume' | 'undo'
  seat: number
  waiting: number[]
  granted: number[]
  until: number
  lasting?: boolean
  to?: number
  target?: number
  pace?: Live | Days
  delay?: Delay
}

/**
 * The result: scores, places and winners, the lines that explain the score of each seat.
 *
 * `stood_in` are the turns that bots played for a seat.
 */
export interface TableResult {
  scores: number[]
  places: number[]
  winners: number[]
  parts: Record<string, Line[]>
  stood_in?: Record<string, number[]>
}

/** What a viewer sees of a table. `game` is there once the game has started, `result` once it is over. */
export interface TableView {
  table: TableFrame
  game?: Record<string, unknown>
  proposal?: TableProposal
  result?: TableResult
}

export type Do =
  | Create
  | ChangeRated
  | Sit
  | Leave
  | SeatBot
  | UnseatBot
  | TurnAway
  | Ready
  | Move
  | Undo
  | Redo
  | Propose
  | Answer
  | ChangeVacation
  | Close
  | Rematch
  | Fork
  | Learn

export type Inbound =
  | Hello
  | Lobby
  | Enter
  | PageVisibility
  | Exit
  | Command
  | GetOffers
  | GetForecast
  | GetHistory
  | GetPast
  | GetReason
  | Search
  | WatchFriends
  | Invite
  | Decline
  | Follow
  | GetChat
  | Say
  | Report
  | Block
  | GetBlocked

export type Outbound =
  | Welcome
  | Beat
  | LobbyTables
  | Online
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
  | Rooms
  | Chat
  | Reason
  | Said
  | Blocked
  | NextGame
  | Searching
  | Found
  | Done
  | Invitations
  | Declined
  | Following
  | Opened
  | Closed
  | Banned
  | Rewound
  | Gone
  | Problem
  | Moved
