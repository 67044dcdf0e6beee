// What is printed on the components of Waters of Nereus. Made by `partie types`; do not edit by hand.

export type Treasure = Colour | 'gem'

export type Directions = 'any' | 'orthogonal' | 'diagonal'

/** An action space: what its basic action asks for and brings. */
export interface Space {
  far?: number
  directions?: Directions
  points?: number
  moves?: number
  gold?: number
  pay?: number
  power?: number
  cards?: number
  either?: boolean
  colours?: readonly Colour[]
}

/** What a gold action or an improved action adds. */
export interface Effect {
  pay?: number
  far?: number
  bends?: boolean
  moves?: number
  treasures?: number
  gold?: number
  points?: number
  power?: number
  cards?: number
  discards?: number
  any_colour?: boolean
}

export interface Hold {
  rule: 'fixed' | 'different' | 'equal'
  slots: readonly (readonly Colour[])[]
  points: number
}

export interface Reward {
  gold?: number
  points?: number
  treasures?: number
}

export interface Science {
  count: number
  end?: boolean
  treasures?: number
  salvage?: number
  pay?: number
  far?: number
  points?: number
  chest?: Colour
  storage?: Colour
  holds?: readonly Crew[]
}

export interface Side {
  seats: readonly number[]
  size: number
  middle: string
}

export type Colour = 'white' | 'yellow' | 'green' | 'red' | 'violet' | 'black'

export type Crew = 'captain' | 'pilot' | 'boatswain' | 'purser' | 'merchant' | 'scientist' | 'explorer'

export type SideName = 'small' | 'large'

export type ScienceName =
  | 'draw'
  | 'salvage'
  | 'sail'
  | 'chest_red'
  | 'storage_white'
  | 'storage_yellow'
  | 'storage_green'
  | 'storage_red'
  | 'storage_violet'
  | 'storage_black'
  | 'hold_captain'
  | 'hold_pilot'
  | 'hold_explorer'
  | 'holds_merchant_boatswain'
  | 'holds_purser_scientist'

export type CompassPoint = 'N' | 'NE' | 'E' | 'SE' | 'S' | 'SW' | 'W' | 'NW'

/** The order of the chest, in which the colours stand everywhere. */
export const COLOURS: readonly Colour[] = ['white', 'yellow', 'green', 'red', 'violet', 'black']

/** The crew members, row by row from top to bottom. */
export const CREW: readonly Crew[] = ['captain', 'pilot', 'boatswain', 'purser', 'merchant', 'scientist', 'explorer']

/** All treasures of the box. */
export const TREASURES: Readonly<Record<Colour, number>> = { white: 23, yellow: 20, green: 18, red: 15, violet: 11, black: 9 }

/** Added to an empty bag. */
export const REFILL: Readonly<Record<Colour, number>> = { white: 2, yellow: 2, green: 1, red: 1, violet: 1, black: 1 }

export const POWER_LIMIT = 5

export const DAYS = { days: 4, rounds: 4 }

export const SCIENCE_DEAL = { dealt: 5, kept: 3 }

/** The most treasures on one space. */
export const TREASURES_ON_A_FIELD = 3

export const SIDES: Readonly<Record<SideName, Side>> = {
  small: { seats: [2, 3], size: 5, middle: 'c3' },
  large: { seats: [4], size: 6, middle: '' },
}

export const SPACES_SMALL: Readonly<Record<Crew, readonly Space[]>> = {
  captain: [{ far: 2, directions: 'any' }, { far: 1, directions: 'any' }, { far: 2, directions: 'diagonal' }],
  pilot: [{ far: 4, directions: 'orthogonal' }, { far: 3, directions: 'orthogonal' }, { far: 2, directions: 'orthogonal' }],
  boatswain: [{ points: 3, moves: 4 }, { points: 2, moves: 3 }, { points: 2, moves: 2 }],
  purser: [{ gold: 6 }, { gold: 5 }, { gold: 4 }],
  merchant: [{ pay: 2, points: 5 }, { pay: 3, points: 5 }, { pay: 3, points: 4 }],
  scientist: [{ power: 2 }, { power: 1, cards: 1 }, { power: 1, cards: 1, either: true }],
  explorer: [{ colours: ['white', 'yellow'] }, { colours: ['green', 'red'] }, { colours: ['violet', 'black'] }],
}

export const SPACES_LARGE: Readonly<Record<Crew, readonly Space[]>> = {
  captain: [{ far: 2, directions: 'any' }, { far: 1, directions: 'any' }, { far: 2, directions: 'diagonal' }, { far: 1, directions: 'diagonal' }],
  pilot: [{ far: 4, directions: 'orthogonal' }, { far: 3, directions: 'orthogonal' }, { far: 2, directions: 'orthogonal' }, { far: 1, directions: 'orthogonal' }],
  boatswain: [{ points: 3, moves: 4 }, { points: 2, moves: 3 }, { points: 2, moves: 2 }, { points: 1, moves: 2 }],
  purser: [{ gold: 6 }, { gold: 5 }, { gold: 4 }, { gold: 3 }],
  merchant: [{ pay: 2, points: 5 }, { pay: 3, points: 5 }, { pay: 3, points: 4 }, { pay: 2, points: 3 }],
  scientist: [{ power: 2 }, { power: 1, cards: 1 }, { power: 1 }, { cards: 1 }],
  explorer: [{ colours: ['white', 'yellow'] }, { colours: ['green', 'red'] }, { colours: ['violet', 'black'] }, { colours: ['white', 'yellow', 'green', 'red', 'violet', 'black'] }],
}

/** Gold for the extra turn of phase III by space from left to right. */
export const EXTRA_TURN: Readonly<Record<string, Readonly<Record<SideName, readonly number[]>>>> = {
  space: { small: [2, 3, 4], large: [2, 3, 3, 4] },
  linear: { small: [2, 3, 4], large: [2, 3, 4, 5] },
}

export const GOLD_ACTIONS: Readonly<Record<Crew, readonly Effect[]>> = {
  captain: [{ pay: 2, far: 1 }, { pay: 3, far: 2 }],
  pilot: [{ pay: 2, bends: true }],
  boatswain: [{ pay: 1, moves: 1 }],
  purser: [{ pay: 3, treasures: 1 }],
  merchant: [{ pay: 2, points: 1 }],
  scientist: [{ pay: 3, power: 1 }, { pay: 3, cards: 1 }],
  explorer: [],
}

export const IMPROVED_ACTIONS: Readonly<Record<Crew, Effect>> = {
  captain: { far: 1 },
  pilot: { bends: true },
  boatswain: { treasures: 1 },
  purser: { gold: 2 },
  merchant: { points: 2 },
  scientist: { cards: 1, discards: 1 },
  explorer: { any_colour: true },
}

export const HOLDS: Readonly<Record<Crew, Hold>> = {
  captain: { rule: 'fixed', slots: [['black'], ['violet'], ['red'], ['green']], points: 12 },
  pilot: { rule: 'fixed', slots: [['violet'], ['red'], ['green'], ['yellow']], points: 10 },
  boatswain: { rule: 'fixed', slots: [['green'], ['yellow'], ['white']], points: 6 },
  purser: { rule: 'different', slots: [['white', 'yellow', 'green', 'red', 'violet', 'black'], ['white', 'yellow', 'green', 'red', 'violet', 'black'], ['white', 'yellow', 'green', 'red', 'violet', 'black'], ['white', 'yellow', 'green', 'red', 'violet', 'black']], points: 7 },
  merchant: { rule: 'equal', slots: [['white', 'yellow', 'green', 'red', 'violet', 'black'], ['white', 'yellow', 'green', 'red', 'violet', 'black'], ['white', 'yellow', 'green', 'red', 'violet', 'black']], points: 5 },
  scientist: { rule: 'fixed', slots: [['yellow'], ['white'], ['white']], points: 5 },
  explorer: { rule: 'fixed', slots: [['red'], ['green'], ['yellow'], ['white']], points: 8 },
}

/** What a treasure brings when it is laid into the chest. */
export const CHEST: Readonly<Record<Colour, Reward>> = {
  white: { gold: 1, points: 1 },
  yellow: { gold: 3, points: 2 },
  green: { treasures: 1 },
  red: { points: 3 },
  violet: { points: 4 },
  black: { points: 5 },
}

export const STORAGE: {
  readonly slots: readonly (readonly Colour[])[]
  readonly gems: number
  readonly exchange: number
  readonly treasure_price: number
  readonly gem_price: number
} = {
  slots: [['black', 'violet'], ['black', 'violet'], ['red', 'green'], ['red', 'green'], ['yellow', 'white'], ['yellow', 'white']],
  gems: 3,
  exchange: 2,
  treasure_price: 2,
  gem_price: 5,
}

export const SCIENCE: Readonly<Record<ScienceName, Science>> = {
  draw: { count: 3, treasures: 2 },
  salvage: { count: 3, salvage: 1 },
  sail: { count: 2, pay: 3, far: 1 },
  chest_red: { count: 2, end: true, points: 3, chest: 'red' },
  storage_white: { count: 1, end: true, points: 4, storage: 'white' },
  storage_yellow: { count: 1, end: true, points: 5, storage: 'yellow' },
  storage_green: { count: 1, end: true, points: 6, storage: 'green' },
  storage_red: { count: 2, end: true, points: 6, storage: 'red' },
  storage_violet: { count: 1, end: true, points: 7, storage: 'violet' },
  storage_black: { count: 1, end: true, points: 7, storage: 'black' },
  hold_captain: { count: 1, end: true, points: 3, holds: ['captain'] },
  hold_pilot: { count: 1, end: true, points: 3, holds: ['pilot'] },
  hold_explorer: { count: 1, end: true, points: 3, holds: ['explorer'] },
  holds_merchant_boatswain: { count: 1, end: true, points: 5, holds: ['merchant', 'boatswain'] },
  holds_purser_scientist: { count: 1, end: true, points: 5, holds: ['purser', 'scientist'] },
}

/** The discovery cards, row by row from the north, an x where a treasure comes. Their order is a secret. */
export const DISCOVERY: Readonly<Record<string, readonly string[]>> = {
  A1: ['x...x', '..x..', '.x.x.', '..x..', 'x...x'],
  A2: ['x.x.x', '.....', 'x.x.x', '.....', 'x.x.x'],
  A3: ['.x...', '.x.xx', '.....', 'xx.x.', '...x.'],
  A4: ['...x.', 'x.x..', '.x.x.', '..x.x', '.x...'],
  A5: ['...x.', 'xx.x.', '.....', '.x.xx', '.x...'],
  A6: ['.xx..', '....x', 'x.x.x', 'x....', '..xx.'],
  B1: ['x....x', '.x..x.', '..xx..', '..xx..', '.x..x.', 'x....x'],
  B2: ['.x.x..', '..x..x', 'x...x.', '.x...x', 'x..x..', '..x.x.'],
  B3: ['..x.x.', 'x..x..', '.x...x', 'x...x.', '..x..x', '.x.x..'],
  B4: ['x....x', '..xx..', '.x..x.', '.x..x.', '..xx..', 'x....x'],
  B5: ['.x..x.', 'x....x', '..xx..', '..xx..', 'x....x', '.x..x.'],
  B6: ['..xx..', '.x..x.', 'x....x', 'x....x', '.x..x.', '..xx..'],
}

/** The points of the compass, clockwise. */
export const COMPASS: readonly CompassPoint[] = ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']

export const DIE: readonly number[] = [1, 2, 3, 4, 5, 6]

/** Gold for one point at the end. */
export const GOLD_FOR_A_POINT = 5
