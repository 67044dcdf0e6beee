/** What a board is made of that does not come with the page: its contract, and what helps to keep it. */

import type { BoardNow, Part } from '../../src/board/contract'

/** The one function that every board exports. */
export type Mount = Part<BoardNow>

// The contract.
export type * from '../../src/board/contract'
export type { Choice, Choices, Item, Section, Spoken } from '../../src/board/spoken/spoken'
export type { Named, Spots } from '../../src/state/table/spotlight'
export type { GameMove, HistoryEntry, Line, Offer, Range, Value, View } from '../../src/wire/generated'
export { quietTable } from '../../src/board/quiet'

// Moves. Each position brings new objects for them, so they are compared by value.
export { offerFor, sameMove } from '../../src/state/table/moves'
export { equal } from '../../src/wire/patch'

// What a line of the history names.
export { light } from '../../src/state/table/spotlight'

// What the page and boards show alike.
export { type DiscLook, disc } from '../../src/ui/disc'
export { type ScoringSheet, type SheetRow, type SheetSeat, scoringSheet } from '../../src/ui/scoringsheet'

// The keyboard.
export { keepFocus } from '../../src/ui/keptfocus'
export { roving } from '../../src/ui/roving'

// Fingers and the mouse.
export { type Panning, panning } from '../../src/ui/panning'
export { longPress } from '../../src/ui/press'
export { beside } from '../../src/ui/beside'

// What travels.
export type {
  Carry,
  Change,
  Count,
  Drawn,
  Drop,
  Leave,
  Place,
  Scene,
  ScoringOpens,
  Show,
  Sound,
  Step,
  Times,
  TurnOver,
} from '../../src/motion/steps'
export { NOTHING, sceneOf } from '../../src/motion/steps'
export { Timeline } from '../../src/motion/timeline'
export { readTimes, TIMES } from '../../src/motion/times'
export { type DrawPiece, Flights } from '../../src/motion/flight'
