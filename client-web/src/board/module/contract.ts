/**
 * The contract of a board that a game's package brings along, as `board/board.js` next to its engine.
 *
 * The file is an ES module that exports what `Board` says; any framework may stand behind it, or none. The page loads
 * it when a table of the game is opened, and gives it an element in a shadow root of its own, so that its styles
 * (`board/board.css`) and those of the page don't meet; the page's custom properties (colours of seats, paper, ink) are
 * inherited. It runs under the page's content policy: no inline scripts, nothing from other hosts.
 *
 * A board that throws, does not come in time or never returns is replaced by the plain board, with a word about it.
 */

import type { GameMove, HistoryEntry, Line, Offer, View } from '../../wire/generated'
import type { Spoken } from '../spoken/spoken'

/** What the module exports. */
export interface Board {
  /** Draw the board into an element. It stays until `forget` is called. */
  mount(host: HTMLElement, table: Table, position: Position): Mounted<Position>
  /** Every move can be chosen on the board, by mouse, finger and keyboard: the page adds no list of moves. */
  complete?: boolean
  /** Say what there is to do: verb first and five words at most, and one line of help. */
  prompt?: (words: Words, view: View, legal: readonly GameMove[]) => { title: string; help?: string } | undefined
  /** Tell the board in words, for who does not see it. */
  spoken?: (words: Words, view: View, legal: readonly GameMove[], offers: readonly Offer[]) => Spoken
}

/** What was drawn. */
export interface Mounted<T> {
  /** Show another position, or the same with other moves, another choice or other settings. */
  update(now: T): void
  /** The element is about to go: stop timers and listeners outside of it. */
  forget?(): void
}

/** The game's words, in the reader's language. */
export interface Words {
  /** The label of a move. */
  move(move: GameMove): string
  /** A line of the history, a price or a gain. */
  line(line: Line): string
  /** The name of an id: `name('tile', '1-03')`. */
  name(kind: string, id: string): string
  /** Any other message; the key itself where there is none. */
  text(key: string, values?: Readonly<Record<string, string | number>>): string
}

/** What a board asks of the page. */
export interface Table extends Words {
  /** Choose a move; the page asks for its confirmation and makes it. Choosing the chosen one again makes it. */
  choose(move: GameMove): void
  /** Show the price and the gain of a move while the pointer is over it; undefined hides them. */
  preview(move: GameMove | undefined): void
  /** Show a numbered rule. */
  rule(number: string): void
}

/** What a board shows. It never changes; each update brings another. */
export interface Position {
  /** The game as the viewer sees it. */
  view: View
  /** The viewer's seat; undefined for spectators. */
  seat: number | undefined
  /** The players, seat by seat. `colour` names one of the page's colours: `var(--seat-<colour>)`. */
  seats: readonly { seat: number; name: string; colour: string }[]
  /** The moves that the viewer may make; empty while others act, and in the past. */
  legal: readonly GameMove[]
  /** What could be done with each target, with price and gain, or why it cannot be done. */
  offers: readonly Offer[]
  /** The move that is chosen and not made yet. */
  chosen: GameMove | undefined
  /** What has just happened: the entries of the history since the last position; none where one jumps to a position. */
  happened: readonly HistoryEntry[]
  /** The position is a past one. */
  past: boolean
  /** Ids that a line of the history names while it is pointed at; a seat stands as `seat:<number>`. */
  lit: ReadonlySet<string>
  settings: Settings
}

/** How the viewer likes it. */
export interface Settings {
  theme: 'light' | 'dark'
  /** A language tag, such as `de`. */
  language: string
  /** Whether pieces may travel. */
  motion: boolean
  /** What the viewer points with. */
  input: 'mouse' | 'touch'
}
