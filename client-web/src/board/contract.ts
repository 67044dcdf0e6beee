/**
 * The contract of a board: what the page asks of it, and what it gets.
 *
 * A board is an ES module that exports what `Board` says; any framework may stand behind it, or none. `mount` alone is
 * needed: everything else makes the page say or show more. A game's package brings its board along as `board/board.js`
 * next to its engine. The page loads it when a table of the game is opened, under the page's content policy: no inline
 * scripts, nothing from other hosts.
 *
 * Its drawings lie in shadow roots, so that its styles (`board/board.css`) and those of the page don't meet; the
 * page's custom properties (colours of seats, paper, ink) are inherited.
 *
 * A board whose `mount` throws, that does not come in time or never returns is replaced by the plain board, with a word
 * about it. Of everything else only the part that throws is left out.
 */

import type { Change, Scene, Times } from '../motion/steps'
import type { Spots } from '../state/table/spotlight'
import type { GameMove, HistoryEntry, Line, Offer, Range, View } from '../wire/generated'
import type { Spoken } from './spoken/spoken'

/** What the module exports. */
export interface Board {
  /** Draw the board. */
  mount: Part<BoardNow>
  /** Every move can be chosen on the board, by mouse, finger and keyboard: the page adds no list of moves. */
  complete?: boolean
  /** Everything is drawn in the page itself, with the page's styles, and not in shadow roots. */
  inPage?: boolean

  /** Say what there is to do; undefined: the page finds words itself. */
  prompt?: (position: Position) => Prompt | undefined
  /** Name an action briefly while its place on the board is in sight; undefined: the words of the move. */
  action?: (position: Position, move: GameMove) => string | undefined
  /** Ask something before a move; undefined: nothing. A turn with a question does not end automatically. */
  confirm?: (position: Position, move: GameMove) => Question | undefined
  /** Whether a seat has decided, where all decide at once; undefined: they do not. */
  decided?: (position: Position, seat: number) => boolean | undefined
  /** Say in one short line how a seat stands, such as how far behind it is. */
  note?: (position: Position, seat: number) => string | undefined
  /** Say for those who wait what deciding players do: one line of help, or more about one of them. */
  waits?: (position: Position, deciding: readonly number[]) => string | Prompt | undefined
  /** The seats in the order in which they act next, if the game knows it. */
  order?: (position: Position) => readonly number[]
  /** What a move costs and brings of which the engine makes no offer, such as a bid. */
  offerOf?: (position: Position, move: GameMove) => Offer | undefined
  /** What screen readers say of an event in place of its lines; `own`: your move, which is silent otherwise. */
  announce?: (position: Position, entry: HistoryEntry, own: boolean) => string | undefined
  /** Tell the board in words, for who does not see it: what lies where, and what can be done. */
  spoken?: (position: Position) => Spoken | Promise<Spoken>

  /** Where what a line of the history names stands; the plates of seats are known. */
  spots?: Spots
  /** What a first visit points at, in order. */
  tour?: readonly TourStop[]
  /** What keys do on this board, for the list of shortcuts. */
  keys?: readonly KeyHelp[]
  /** How the game moves; without, a new position is simply there. */
  scenes?: Scenes

  /**
   * What narrow screens show one at a time, the most important first; `playing`: one has a seat in the running game.
   * Without, the board is one surface. The list of moves that the page adds is the surface `moves`.
   */
  surfaces?: (playing: boolean) => readonly Surface[]
  /** The surface on which the present decision is made; narrow screens go there by themselves. */
  surfaceFor?: (position: Position) => string | undefined
  /** The surface that shows a seat's own area: narrow screens go there to look at another seat. */
  areaSurface?: string
  /** The board shows the plate of your own seat itself (`table.plate`), so the page leaves it out. */
  ownPlate?: boolean
  /**
   * The board, drawn in the page, has two parts that part company between 761 and 1199 px. Its root is
   * `display: contents` there, and its parts lie in the grid areas `board` (next to the history, `--first` wide) and
   * `area` (below, over the whole width) of the page; the seats stand in a row above. `screen`: both fit on one screen.
   * They measure themselves by `--screen`, the height between seats and action bar; what is explained lies in the area
   * `told`, above the history. Where there is little height, `area` is next to `board`.
   */
  folds?: true | 'screen'
  /** Offers are requested with every decision, wished for or not. */
  offers?: boolean

  /** The figures of a seat on its plate: at most five shapes with a number, and what else the game counts. */
  figures?: Part<SeatNow>
  /** The small map of a seat's own area on its plate. */
  smallMap?: Part<SeatNow>
  /** The small map is flat: it lies below the figures, over the whole width of the plate. */
  flatMap?: boolean
  /** Cost, gain and consequence of an offer as pieces, for the action bar. */
  facts?: Part<OfferNow>
  /** How far the game has come, for the top bar. */
  progress?: Part<ProgressNow>
  /** What a question is about, as pieces. */
  asked?: Part<Position>
  /** What a reader may like otherwise at this game's tables, shown among all that is so. */
  preferences?: Part<PreferencesNow>
  /** Fetch what tells what is left, where the pieces are and what is still to come, as printed aids show it. */
  overview?: () => Promise<Part<OverviewNow>>
  /**
   * Fetch the drawings next to the numbered rules: on the page of the rules and in the drawer at a table. They may be
   * asked for where no board is drawn.
   */
  illustrations?: () => Promise<readonly Illustration[]>
}

/**
 * Draws into an element, until `forget` is called.
 *
 * `now` is what it shows: always the present, at the moment when a member is read. `update` says that some members have
 * changed. Keep what you want to compare with later.
 */
export type Part<Now> = (host: HTMLElement, table: Table, now: Now) => Mounted<Now>

/** What was drawn. */
export interface Mounted<Now> {
  /** Show what is now; without, it finds out by itself. */
  update?: (now: Now) => void
  /** The element is about to go: stop timers and listeners outside of it. */
  forget?: () => void
}

/** What a board asks of the page. */
export interface Table {
  /** Choose a move; the page asks for its confirmation and makes it. Choosing the chosen one again makes it. */
  choose: (move: GameMove) => void
  /** Show what a move would cost and bring while it is pointed at, without choosing it; `undefined` hides that again. */
  preview: (move: GameMove | undefined) => void
  /** Show a numbered rule. */
  rule: (number: string) => void
  /** What was touched cannot be done: say why next to the piece with that `data-anchor`, and name the rule. */
  refuse: (anchor: string, reasons: readonly { text: string; rule: string }[]) => void
  /** Show another seat's own area large in place of your own; undefined: your own again. */
  look: (seat: number | undefined) => void
  /** On narrow screens: show the surface on which what was picked up can be used. */
  go: (surface: string) => void
  /** Offer what the board itself does next as the one main action, while no move is chosen; undefined: nothing. */
  main: (action: MainAction | undefined) => void
  /** Draw the plate of a seat, for boards that show it above the seat's own area, until the result is called. */
  plate: (seat: number, host: HTMLElement) => () => void
  /** A seat's disc as the page shows it, by the colour of a player; without one, that of a free seat. */
  disc: (colour?: string, size?: number) => SVGSVGElement
}

/** The game's words, in the reader's language. */
export interface Words {
  /** The label of a move. */
  move: (move: GameMove) => string
  /** A line of the history. */
  line: (line: Line) => string
  /** An item of a price or a gain. */
  part: (line: Line) => string
  /** Why something is against the rules; undefined: there are no words for it. */
  refused: (code: string, params: Readonly<Record<string, unknown>>) => string | undefined
  /** The name of an id: `name('tile', '1-03')`; undefined: it has none. */
  name: (kind: string, id: string) => string | undefined
  /** The label of a member of the game. */
  label: (member: string) => string
  /** Where a member or id stands among the words: authors write these in the order in which they are read. */
  rank: (key: string) => number
  /** Any other message; the key itself where there is none. */
  text: (key: string, values?: Readonly<Record<string, string | number>>) => string
}

/** The people at the table. */
export interface People {
  /** How many seats there are. */
  seats: number
  /** The viewer's seat; undefined for spectators. */
  mine: number | undefined
  /** The present name of who holds a seat. */
  seat: (seat: number) => string
}

/** A player. `colour` names one of the page's colours: `var(--seat-<colour>)`. */
export interface Player {
  seat: number
  name: string
  colour: string
}

/** A position, as one viewer sees it and reads about it. */
export interface Position {
  /** The game as the viewer sees it. */
  readonly game: View
  /** The moves that the viewer may make; empty while others act, and in the past. */
  readonly legal: readonly GameMove[]
  /** What could be done with each target, with price and gain, or why it cannot be done. */
  readonly offers: readonly Offer[]
  readonly words: Words
  readonly people: People
}

/** What the board shows. */
export interface BoardNow extends Position {
  /**
   * The game a frame sooner. A board that draws from it what lies where, and all else from `game`, has a move on screen
   * before all that it means.
   */
  readonly lying: View
  /** Those who play, seat by seat, with those whom the game itself plays. */
  readonly players: readonly Player[]
  /** The settings of the game at this table. */
  readonly options: View
  /** A lesson leads: of the legal moves, the board gets only those with which it goes on. */
  readonly guided: boolean
  /** The move that is chosen and not made yet. */
  readonly chosen: GameMove | undefined
  /** What happened up to this position, oldest first, as far back as it was fetched. */
  readonly history: readonly HistoryEntry[]
  /** What of it happened since the position before; none where one jumps to a position. */
  readonly happened: readonly HistoryEntry[]
  /** Whether something at or below a path of the game has just changed. */
  readonly news: (path: string) => boolean
  /** What a seat would have in the end as everything stands, once it has been asked for. */
  readonly range: (seat: number) => Range | undefined
  /** The position is a past one. */
  readonly past: boolean
  /** The other seat whose own area is shown large in place of your own. */
  readonly looking: number | undefined
  /** Ids that a line of the history names while it is pointed at; a seat stands as `seat:<number>`. */
  readonly lit: ReadonlySet<string>
  /**
   * On narrow screens the one surface that is shown; undefined where all have room. Swiping changes surfaces, except
   * on elements marked `data-pan`, which want the finger for themselves. There `--surface` is the height that a
   * surface has without being scrolled.
   */
  readonly surface: string | undefined
  readonly settings: Settings
}

/** How the viewer likes it. */
export interface Settings {
  readonly theme: 'light' | 'dark'
  /** A language tag, such as `de`. */
  readonly language: string
  /** Whether pieces may travel. */
  readonly motion: boolean
  /** What the viewer points with. */
  readonly input: 'mouse' | 'touch'
}

/** What is drawn of one seat. */
export interface SeatNow {
  readonly game: View
  readonly seat: number
  /** The colour of the seat, empty where it has none. */
  readonly colour: string
  readonly words: Words
  /** The plate lies above your area, over its whole width. */
  readonly wide: boolean
  /** Whether something at or below a path of the game has just changed. */
  readonly news: (path: string) => boolean
}

/** What is drawn of an offer. */
export interface OfferNow {
  readonly offer: Offer
  readonly game: View
  readonly words: Words
  readonly people: People
  readonly players: readonly Player[]
}

/** What tells how far the game has come. */
export interface ProgressNow {
  readonly game: View
  readonly words: Words
  /** There is little room. */
  readonly short: boolean
}

export interface PreferencesNow {
  readonly settings: Settings
}

/** What the overview of a game is made from. */
export interface OverviewNow {
  readonly game: View
  readonly players: readonly Player[]
  readonly options: View
  readonly words: Words
  readonly people: People
}

/** A drawing next to rules, with the words below it. */
export interface Illustration {
  /** The numbers of the rules that it belongs to, such as `P2`. */
  readonly rules: readonly string[]
  /** Its size in pixels. Room is left for it before it is drawn, and wider ones than 320 are shrunk on phones. */
  readonly width: number
  readonly height: number
  /** What it shows, and what follows: below it for everybody, and in place of it for people who can’t see it. */
  readonly caption: (words: Words) => string
  readonly draw: Part<IllustrationNow>
}

/** What is known where rules are read: no game, no seats. */
export interface IllustrationNow {
  readonly words: Words
}

/** What there is to do, verb first and five words at most, and one line of help. */
export interface Prompt {
  title: string
  help?: string
  /** What matters is done: ending the turn is the main action until something else is chosen. */
  done?: boolean
  /** What ending the turn is called then, where that leaves something undone. */
  ends?: string
  /** The move that ends the turn here, where that is not known by its type. */
  ending?: GameMove | undefined
}

/** The question before a move that gives something away. */
export interface Question {
  title: string
  text: string
  /** The button that makes the move, and the safe one. */
  yes: string
  no: string
}

/** What a board does by the main button, such as several moves in turn. */
export interface MainAction {
  label: string
  disabled: boolean
  run: () => void
}

export interface Surface {
  key: string
  label: (words: Words) => string
  /** The way back to it, as an action; undefined: made of its label. */
  back?: (words: Words) => string
  /** Drawn above the label where surfaces are tabs: the text of an SVG in `currentColor`. */
  icon?: string
  /** What waits there for a seat: a number at the tab, and the words for what it counts. */
  badge?: (game: View, seat: number, words: Words) => { count: number; said: string }
}

/** A stop of the first visit: what stands at an anchor, in words. Stops whose anchor is nowhere are left out. */
export interface TourStop {
  /** The value of the `data-anchor` that is pointed at. */
  anchor: string
  /** On narrow screens the surface on which it stands. */
  surface?: string
  title: (words: Words) => string
  text: (words: Words) => string
}

/** Keys, as they are printed on their caps, and what they do. */
export interface KeyHelp {
  caps: readonly string[]
  text: (words: Words) => string
}

/** How a game moves: what its lines set in motion, and how it draws a piece that flies alone. */
export interface Scenes {
  scene: (change: Change, times: Times) => Scene
  piece?: Part<PieceNow>
  /** The sheet of a scoring. */
  scoring?: Part<ScoringNow>
  /** The position after the scoring shows it; without, the newest position shows all scorings. */
  asThen?: boolean
  /** The anchor over which that sheet lies; without, your land. */
  over?: string
}

export interface PieceNow {
  readonly piece: string
  readonly value?: number | undefined
  readonly colour: string
  /** Pixels of its height. */
  readonly size: number
}

export interface ScoringNow {
  /** The game in which the scoring stands. */
  readonly game: View
  readonly round: number
  /** The points of every seat before it; undefined: only what it brought is shown. */
  readonly before?: readonly number[] | undefined
  /** Column by column, as it is played; else all at once. */
  readonly staged: boolean
  readonly players: readonly Player[]
  readonly words: Words
  readonly people: People
  readonly close: () => void
}
