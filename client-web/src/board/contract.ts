/** What a game's board is given by the frame, and what it gives back. */

import type { Component, Snippet } from 'svelte'
import type { TableInfo } from '../state/table/document'
import type { People } from '../i18n/lines'
import type { Spots } from '../state/table/spotlight'
import type { Words } from '../i18n/words'
import type { Change, Scene, Times } from '../motion/steps'
import type { GameMove, HistoryEntry, Offer, Range, View } from '../wire/generated'

export interface BoardProps {
  /** The game as one sees it, now or at the visited position; undefined before the start. */
  game: View | undefined
  /** The same a frame sooner: what lies where is drawn from it, so that a move is on screen before all that it means. */
  lying: View | undefined
  info: TableInfo
  words: Words
  people: People
  /** The moves one may make; empty while others act and in the past. */
  legal: readonly GameMove[]
  /** What could be done with each target, once it has come: a chosen move asks for it too. */
  offers: readonly Offer[]
  /** The move that is chosen and not made yet. */
  chosen: GameMove | undefined
  /** Choose a move; choosing the chosen one again makes it. */
  choose: (move: GameMove) => void
  /** Whether to show prices and gains of all moves, and how to ask for that. */
  priced: boolean
  onprice: (wanted: boolean) => void
  /** Whether something at or below a path of the game has just happened. */
  news: (path: string) => boolean
  /** What a seat would have in the end as everything stands, once it has been asked for. */
  range?: (seat: number) => Range | undefined
  /** The position is a past one. */
  past: boolean
  /** What happened up to the shown position, oldest first, as far back as it was fetched. */
  told?: readonly HistoryEntry[]
  /** Offer what the board itself does next as the one main action, while no move is chosen; undefined: nothing. */
  main?: (action: MainAction | undefined) => void
  /** Show what a move would cost and bring while it is pointed at or focused, without choosing it; undefined: no more. */
  preview: (move: GameMove | undefined) => void
  /** The other seat whose own area is shown large in place of your own. */
  looking: number | undefined
  look: (seat: number | undefined) => void
  /** Ids that a line of the history names while it is pointed at; a seat stands as `seat:<number>`. */
  spotlight: ReadonlySet<string>
  /** The plate of a seat, for boards that show it above the seat's own area. */
  plate: Snippet<[number]>
  /** What was touched cannot be done: say why next to the piece with that `data-anchor`, and name the rule. */
  refuse?: (anchor: string, reasons: readonly { text: string; rule: string }[]) => void
  /** Show a numbered rule. */
  openRule: (rule: string) => void
  /**
   * On narrow screens the one surface that is shown; undefined where all have room. Swiping changes surfaces, except
   * on elements marked `data-pan`, which want the finger for themselves. There `--surface` is the height that a
   * surface has without being scrolled.
   */
  surface: string | undefined
  /** On narrow screens: show the surface on which what was picked up can be used. */
  go?: (surface: string) => void
}

/** What a board does by the main button, such as several moves in turn. */
export interface MainAction {
  label: string
  disabled: boolean
  run: () => void
}

export interface Surface {
  key: string
  label: () => string
  /** The way back to it, as an action; undefined: made of its label. */
  back?: () => string
  /** Drawn above the label where surfaces are tabs. */
  icon?: Component<{ width?: number | string; height?: number | string }>
  /** What waits there for a seat: a number at the tab, and the words for what it counts. */
  badge?: (game: View, seat: number) => { count: number; said: string }
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

/** A stop of the first visit: what stands at an anchor, in words. Stops whose anchor is nowhere are left out. */
export interface TourStop {
  /** The value of the `data-anchor` that is pointed at. */
  anchor: string
  /** On narrow screens the surface on which it stands. */
  surface?: string
  title: () => string
  text: () => string
}

/** What the frame asks a game to draw for one seat. */
export interface SeatProps {
  game: View
  seat: number
  /** The colour of the seat, empty where it has none. */
  colour: string
  words: Words
  /** The plate lies above your area, over its whole width. */
  wide: boolean
  /** Whether something at or below a path of the game has just happened. */
  news: (path: string) => boolean
}

/** How a game moves: what its lines set in motion, and how it draws a piece that flies alone. */
export interface Scenes {
  scene: (change: Change, times: Times) => Scene
  Piece: Component<{ piece: string; value?: number | undefined; colour: string; size: number }>
  /** The sheet of a scoring. */
  Scoring?: Component<ScoringProps>
  /** The position after the scoring shows it; without one, the newest position shows all scorings. */
  asThen?: true
  /** The anchor over which that sheet lies; without, your land. */
  over?: string
}

export interface ScoringProps {
  /** The game in which the scoring stands. */
  game: View
  round: number
  /** The points of every seat before it; undefined: only what it brought is shown. */
  before?: readonly number[] | undefined
  /** Column by column, as it is played; else all at once. */
  staged: boolean
  seats: TableInfo['seats']
  words: Words
  people: People
  close: () => void
}

/** What the overview of a game is made from. */
export interface OverviewProps {
  game: View
  info: TableInfo
  words: Words
  people: People
}

/** The question before a move that gives something away. */
export interface Question {
  title: string
  text: string
  /** The button that makes the move, and the safe one. */
  yes: string
  no: string
}

export interface BoardModule {
  default: Component<BoardProps>
  /** The figures of a seat plate: at most five shapes with a number, and what else the game counts. */
  Figures?: Component<SeatProps>
  /** The small map of a seat's own area on its plate. */
  SmallMap?: Component<SeatProps>
  /** The small map is flat: it lies below the figures, over the whole width of the plate. */
  flatMap?: boolean
  /** Cost, gain and consequence of an offer as pieces, for the action bar. */
  Facts?: Component<{ offer: Offer; game: View; words: Words; people: People; seats: TableInfo['seats'] }>
  /** What a move costs and brings of which the server makes no offer, such as a bid. */
  offerOf?: (game: View, move: GameMove, people: People) => Offer | undefined
  /** The whole board in words: what lies where, and what can be done. */
  Spoken?: Component<BoardProps>
  /** What narrow screens show one at a time, the most important first; `playing`: one has a seat in the running game. */
  surfaces: (playing: boolean) => readonly Surface[]
  /** The surface on which the present decision is made; narrow screens go there by themselves. */
  surfaceFor?: (game: View, legal: readonly GameMove[]) => string | undefined
  /** The surface that shows a seat's own area: narrow screens go there to look at another seat. */
  areaSurface?: string
  /** The board shows the plate of your own seat itself (`plate`), so the frame leaves it out. */
  ownPlate?: boolean
  /**
   * The board has two parts that part company between 761 and 1199 px. Its root is `display: contents` there, and its
   * parts lie in the grid areas `board` (left of the seats) and `area` (below, over the whole width) of the frame.
   * `screen`: both fit on one screen. They measure themselves by `--screen`, the height between top bar and action bar;
   * what is explained lies in the area `told`, above the seats. Where there is little height, `area` is next to `board`.
   */
  folds?: true | 'screen'
  /** Offers are requested with every decision, wished for or not. */
  offers?: boolean
  /** What there is to do; undefined: the frame finds words itself. */
  prompt?: (game: View, legal: readonly GameMove[], words: Words, people: People) => Prompt | undefined
  /** A short name for an action while its place on the board is in sight; undefined: the words of the move. */
  action?: (move: GameMove, words: Words, game: View) => string | undefined
  /** The question before a move; undefined: none. A turn with a question does not end automatically. */
  confirm?: (
    game: View,
    move: GameMove,
    legal: readonly GameMove[],
    words: Words,
    people: People,
  ) => Question | undefined
  /** What the question is about, as pieces. */
  Asked?: Component<{ game: View; words: Words; people: People }>
  /** Whether a seat has decided, where all decide at once; undefined: they do not. */
  decided?: (game: View, seat: number) => boolean | undefined
  /** One short line on how a seat stands, such as how far behind it is. */
  note?: (game: View, seat: number, words: Words, people: People) => string | undefined
  /** What deciding players are doing, for those who wait: one line of help, or more about one of them. */
  waits?: (game: View, pending: readonly number[], words: Words, people: People) => string | Prompt | undefined
  /** The seats in the order in which they act next, if the game knows it. */
  order?: (game: View) => readonly number[]
  /** How far the game has come, for the top bar; `short`: there is little room. */
  Progress?: Component<{ game: View; words: Words; short: boolean }>
  /** What is left, where the pieces are and what is still to come, as printed aids show it; fetched when opened. */
  overview?: () => Promise<{ default: Component<OverviewProps> }>
  /** What a reader may like otherwise at this game's tables, shown among all that is so. */
  Preferences?: Component
  /** Where what a line of the history names stands; the plates of seats are known. */
  spots?: Spots
  /** What a first visit points at, in order. */
  tour?: readonly TourStop[]
  /** How the game moves; without, a new position is simply there. */
  scenes?: Scenes
  /** What screen readers say of an event in place of its lines; `own`: your move, which is silent otherwise. */
  announce?: (entry: HistoryEntry, own: boolean, words: Words, people: People) => string | undefined
}
