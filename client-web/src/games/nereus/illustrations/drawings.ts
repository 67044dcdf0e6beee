/** The drawings of the rules, piece by piece. Whatever is printed on board and cabin is taken from there. */

import type { RuleDrawing } from '../../../board/part.svelte'
import type { Mark, Placed } from '../../../ui/drawing'
import type { SeaSpaceMark } from '../art/sea'
import {
  cellOf,
  CHEST,
  COLOURS,
  CREW,
  DISCOVERY,
  EXTRA_TURN,
  HOLDS,
  seaSpaceAt,
  seaSpacesOf,
  SPACES_SMALL,
  STORAGE,
  type Colour,
  type Crew,
  type Hold,
  type Reward,
  type Space,
  type Treasure,
} from '../data'
import type { PieceName } from '../pieces/Piece.svelte'
import type { PathToll, SeaShip } from '../pieces/Sea.svelte'

interface Slot {
  takes: readonly Treasure[]
  rule?: Hold['rule']
  filled?: Treasure | ''
  ghost?: Treasure
  refused?: boolean
  fresh?: boolean
  state?: 'legal'
}

interface Waters {
  /** Spaces a side. */
  side: number
  treasures: Readonly<Record<string, readonly Colour[]>>
  ships: readonly SeaShip[]
  marks?: Readonly<Record<string, SeaSpaceMark>>
  path?: readonly string[]
  tolls?: readonly PathToll[]
  fresh?: Readonly<Record<string, 'found' | 'came'>>
}

export type Item =
  | ({ is: 'sea' } & Waters)
  | { is: 'space'; space: Space; price?: number; owner?: string; state?: 'legal' }
  | { is: 'gold-action'; crew: Crew }
  | { is: 'crew'; crew: Crew }
  | ({ is: 'slot' } & Slot)
  | { is: 'reward'; reward: Reward }
  | { is: 'discovery'; card: string }
  | { is: 'compass'; at: number }
  | { is: 'piece'; piece: PieceName; value?: number | string; owner?: string }

type Put = Item & Placed

const piece = (kind: PieceName, x: number, y: number, size: number, value?: number | string): Put => ({
  is: 'piece',
  piece: kind,
  x,
  y,
  size,
  ...(value === undefined ? {} : { value }),
})
const slot = (x: number, y: number, given: Slot, size = 38): Put => ({ is: 'slot', ...given, x, y, size })
const sea = (x: number, y: number, size: number, given: Waters): Put => ({ is: 'sea', ...given, x, y, size })
const text = (words: string, x: number, y: number, size?: number): Mark => ({
  is: 'text',
  text: words,
  x,
  y,
  ...(size === undefined ? {} : { size }),
})
const key = (words: string, x: number, y: number): Mark => ({ is: 'key', text: words, x, y })
const right = (x: number, y: number, far = 20): Mark => ({ is: 'arrow', from: [x, y], to: [x + far, y] })

const ship = (owner: string, seaSpace: string, lit?: 'own'): SeaShip => ({ id: owner, owner, seaSpace, lit })

/** The spaces that a ship reaches in a straight line in all eight directions. */
function reached(from: string, far: number, side: number): readonly string[] {
  const { column, row } = cellOf(from)
  const steps = [-1, 0, 1].flatMap((across) => [-1, 0, 1].map((down) => [across, down] as const))
  return steps
    .filter(([across, down]) => across !== 0 || down !== 0)
    .flatMap(([across, down]) =>
      Array.from({ length: far }, (_, at) => ({ column: column + across * (at + 1), row: row + down * (at + 1) })),
    )
    .filter((cell) => cell.column >= 0 && cell.row >= 0 && cell.column < side && cell.row < side)
    .map(seaSpaceAt)
}

const legal = (spaces: readonly string[]): Record<string, SeaSpaceMark> =>
  Object.fromEntries(spaces.map((each) => [each, { state: 'legal' }]))

/** A treasure on each space of the start but the corners with ships, one colour after the other. */
const CORNERS = ['a1', 'e1', 'e5']
const START = Object.fromEntries(
  seaSpacesOf(5)
    .filter((each) => !CORNERS.includes(each))
    .map((each, at) => [each, [COLOURS[(at * 5 + Math.floor(at / 4)) % 6] ?? 'white']] as const),
)

/** The first discovery card of the smaller sea, with a ship on one of the spaces that it ticks. */
const CARD = Object.keys(DISCOVERY).find((card) => DISCOVERY[card]?.length === 5) ?? ''
export const TICKED = (DISCOVERY[CARD] ?? []).flatMap((line, row) =>
  [...line].flatMap((tick, column) => (tick === 'x' ? [seaSpaceAt({ column, row })] : [])),
)
const FOUND = TICKED.slice(1)

const explorer = SPACES_SMALL.explorer
const prices = EXTRA_TURN['space']?.small ?? []

/** The places of a hold in a square. */
function hold(crew: Crew, x: number, y: number, filled: readonly (Treasure | '')[], size = 30): Put[] {
  const { slots, rule } = HOLDS[crew]
  return slots.map((takes, at) => slot(x + size * at, y, { takes, rule, filled: filled[at] ?? '' }, size))
}

const ROWS = CREW.map((crew, row) => ({ crew, x: row < 4 ? 8 : 166, y: 8 + 40 * (row % 4) }))

export const drawings: readonly RuleDrawing<Item>[] = [
  {
    rules: ['S4'],
    width: 220,
    height: 220,
    pieces: [
      sea(4, 4, 212, {
        side: 5,
        treasures: START,
        ships: [ship('stag', 'a1'), ship('heron', 'e1'), ship('duck', 'e5')],
      }),
    ],
  },
  {
    rules: ['D2'],
    width: 320,
    height: 172,
    pieces: [
      { is: 'discovery', card: CARD, x: 10, y: 22, size: 124 },
      sea(152, 4, 164, {
        side: 5,
        treasures: Object.fromEntries(FOUND.map((each, at) => [each, [COLOURS[(at * 2 + 1) % 6] ?? 'white']] as const)),
        ships: [ship('stag', TICKED[0] ?? 'a1')],
        fresh: Object.fromEntries(FOUND.map((each) => [each, 'found'] as const)),
      }),
    ],
    marks: [right(132, 84, 16)],
  },
  {
    rules: ['T1'],
    width: 272,
    height: 68,
    pieces: [
      { is: 'crew', crew: 'captain', x: 12, y: 12, size: 44 },
      ...SPACES_SMALL.captain.map((space, at): Put => ({
        is: 'space',
        space,
        ...(at === 0 ? { owner: 'heron' } : { state: 'legal' }),
        x: 76 + 66 * at,
        y: 10,
        size: 48,
      })),
    ],
  },
  {
    rules: ['T3'],
    width: 320,
    height: 134,
    pieces: [
      { is: 'crew', crew: 'purser', x: 10, y: 32, size: 36 },
      { is: 'space', space: SPACES_SMALL.purser[0] ?? {}, x: 54, y: 28, size: 44 },
      { is: 'space', space: SPACES_SMALL.purser[1] ?? {}, owner: 'stag', x: 110, y: 28, size: 44 },
      { is: 'space', space: SPACES_SMALL.purser[2] ?? {}, x: 166, y: 28, size: 44 },
      { is: 'gold-action', crew: 'purser', x: 240, y: 28, size: 44 },
      piece('seal', 140, 84, 44),
      piece('gold', 214, 90, 32, '+2'),
    ],
    marks: [key('a', 136, 16), key('b', 273, 16), key('c', 122, 106), right(188, 106)],
  },
  {
    rules: ['V3'],
    width: 208,
    height: 208,
    pieces: [
      sea(4, 4, 200, {
        side: 4,
        treasures: { a1: ['white'], b4: ['red'], d4: ['green'] },
        ships: [ship('stag', 'a2', 'own'), ship('heron', 'b2'), ship('duck', 'a3')],
        path: ['a2', 'b2', 'c2', 'd2'],
        tolls: [{ seaSpace: 'b2', owner: 'heron', price: 1 }],
      }),
    ],
  },
  {
    rules: ['V4', 'K2'],
    width: 320,
    height: 208,
    pieces: [
      sea(4, 4, 200, {
        side: 4,
        treasures: { d1: ['yellow', 'green', 'red'], b3: ['white'], c2: ['black'] },
        ships: [ship('duck', 'a4', 'own')],
        path: ['a4', 'b3', 'c2', 'd1'],
      }),
      { is: 'space', space: SPACES_SMALL.captain[1] ?? {}, x: 232, y: 10, size: 44 },
      piece('gold', 226, 68, 34, 3),
      piece('yellow', 222, 140, 34),
      piece('green', 252, 140, 34),
      piece('red', 282, 140, 34),
    ],
    marks: [text('+2', 286, 85), { is: 'arrow', from: [258, 110], to: [258, 130] }],
  },
  {
    rules: ['K1'],
    width: 216,
    height: 216,
    pieces: [
      sea(4, 4, 208, {
        side: 5,
        treasures: {},
        ships: [ship('stag', 'c3', 'own'), ship('heron', 'd3')],
        marks: legal(reached('c3', 2, 5).filter((each) => each !== 'd3')),
      }),
    ],
  },
  {
    rules: ['P2'],
    width: 288,
    height: 208,
    pieces: [
      sea(4, 4, 200, {
        side: 4,
        treasures: { d3: ['violet'], a4: ['white'] },
        ships: [ship('duck', 'b1', 'own')],
        path: ['b1', 'c1', 'c2', 'c3', 'd3'],
      }),
      { is: 'space', space: SPACES_SMALL.pilot[0] ?? {}, x: 220, y: 40, size: 48 },
      { is: 'gold-action', crew: 'pilot', x: 217, y: 112, size: 44 },
    ],
    marks: [text('+', 249, 100)],
  },
  {
    rules: ['B2'],
    width: 274,
    height: 152,
    pieces: [
      slot(40, 10, { takes: ['yellow', 'white'], filled: 'yellow' }),
      slot(126, 10, { takes: ['yellow'], ghost: 'yellow' }),
      { is: 'reward', reward: CHEST.yellow, x: 194, y: 16, size: 26 },
      slot(40, 56, { takes: ['green'], filled: 'green' }),
      slot(126, 56, { takes: ['green'], ghost: 'green' }),
      { is: 'reward', reward: CHEST.green, x: 194, y: 62, size: 26 },
      slot(40, 102, { takes: ['yellow', 'white'], filled: 'white' }),
      ...hold('scientist', 126, 106, ['yellow', 'white', '']),
      piece('points', 236, 104, 32, HOLDS.scientist.points),
    ],
    marks: [0, 1, 2].flatMap((row) => [key(`${row + 1}`, 22, 29 + 46 * row), right(88, 29 + 46 * row, 26)]),
  },
  {
    rules: ['E1'],
    width: 290,
    height: 208,
    pieces: [
      sea(4, 4, 200, {
        side: 4,
        treasures: { b1: ['white'], c2: ['black', 'red'], b3: ['green'], a2: ['violet'], d3: ['black'] },
        ships: [ship('duck', 'b2', 'own')],
        marks: legal(['c2', 'a2']),
      }),
      { is: 'space', space: explorer[2] ?? {}, x: 220, y: 80, size: 48 },
    ],
  },
  {
    rules: ['E3'],
    width: 300,
    height: 92,
    pieces: [
      { is: 'crew', crew: 'explorer', x: 12, y: 30, size: 44 },
      ...explorer.map((space, at): Put => ({
        is: 'space',
        space,
        owner: ['duck', 'heron', 'stag'][at] ?? 'stag',
        price: prices[at] ?? 0,
        x: 78 + 72 * at,
        y: 30,
        size: 50,
      })),
    ],
    marks: [key('1', 108, 16), key('2', 180, 16), key('3', 252, 16)],
  },
  {
    rules: ['X2'],
    width: 300,
    height: 70,
    pieces: [
      piece('power', 18, 17, 36),
      piece('science', 116, 11, 48),
      piece('random', 218, 17, 36),
      piece('random', 254, 17, 36),
    ],
    marks: [text('− 1', 78, 36), right(184, 35, 24)],
  },
  {
    rules: ['H2'],
    width: 286,
    height: 72,
    pieces: [
      slot(16, 10, { takes: ['red'], ghost: 'red' }),
      slot(120, 10, { takes: ['red'], refused: true, ghost: 'green' }),
      slot(224, 10, { takes: COLOURS, rule: 'different', ghost: 'violet' }),
    ],
    marks: [
      { is: 'yes', x: 35, y: 58 },
      { is: 'no', x: 139, y: 58 },
      { is: 'yes', x: 243, y: 58 },
    ],
  },
  {
    rules: ['H3'],
    width: 320,
    height: 170,
    pieces: ROWS.flatMap(({ crew, x, y }): Put[] => [
      { is: 'crew', crew, x, y: y + 1, size: 28 },
      ...hold(crew, x + 29, y + 3, [], 24),
      piece('points', x + 128, y + 3, 24, HOLDS[crew].points),
    ]),
  },
  {
    rules: ['H4'],
    width: 290,
    height: 62,
    pieces: [
      { is: 'crew', crew: 'scientist', x: 10, y: 12, size: 36 },
      slot(52, 11, { takes: ['yellow'], filled: 'yellow' }),
      slot(90, 11, { takes: ['white'], filled: 'white' }),
      slot(128, 11, { takes: ['white'], filled: 'white', fresh: true }),
      piece('points', 204, 13, 36, HOLDS.scientist.points),
      piece('seal', 244, 11, 40),
    ],
    marks: [right(172, 30)],
  },
  {
    rules: ['H5'],
    width: 290,
    height: 68,
    pieces: [
      { is: 'crew', crew: 'purser', x: 10, y: 12, size: 36 },
      ...(['white', 'red', 'green', ''] as const).map((filled, at) =>
        slot(52 + 38 * at, 11, { takes: COLOURS, rule: 'different', filled }),
      ),
      piece('black', 218, 6, 30),
      piece('red', 218, 34, 30),
    ],
    marks: [
      { is: 'yes', x: 264, y: 21 },
      { is: 'no', x: 264, y: 49 },
    ],
  },
  {
    rules: ['H6'],
    width: 290,
    height: 68,
    pieces: [
      { is: 'crew', crew: 'merchant', x: 10, y: 12, size: 36 },
      ...(['green', 'gem', ''] as const).map((filled, at) =>
        slot(52 + 38 * at, 11, { takes: COLOURS, rule: 'equal', filled }),
      ),
      piece('green', 186, 6, 30),
      piece('gem', 220, 6, 30),
      piece('white', 186, 34, 30),
    ],
    marks: [
      { is: 'yes', x: 270, y: 21 },
      { is: 'no', x: 270, y: 49 },
    ],
  },
  {
    rules: ['H7'],
    width: 320,
    height: 94,
    pieces: COLOURS.flatMap((colour, at): Put[] => [
      slot(10 + 51 * at, 10, {
        takes: [colour],
        filled: at < 2 ? colour : '',
        ...(at === 2 ? { state: 'legal' } : {}),
      }),
      { is: 'reward', reward: CHEST[colour], x: 8 + 51 * at, y: 58, size: 20 },
    ]),
    marks: [0, 1, 2, 3, 4].map((at): Mark => right(50 + 51 * at, 29, 5)),
  },
  {
    rules: ['H9'],
    width: 320,
    height: 62,
    pieces: [
      ...STORAGE.slots.map((takes, at) => slot(8 + 33 * at, 14, { takes }, 33)),
      ...Array.from({ length: STORAGE.gems }, (_, at) => slot(214 + 33 * at, 14, { takes: ['gem'] }, 33)),
    ],
  },
  {
    rules: ['H10'],
    width: 230,
    height: 60,
    pieces: [
      slot(14, 10, { takes: ['yellow', 'white'], filled: 'yellow' }),
      slot(54, 10, { takes: ['yellow', 'white'], filled: 'yellow' }),
      slot(140, 10, { takes: ['gem'], filled: 'gem', fresh: true }),
    ],
    marks: [right(102, 29, 28)],
  },
  {
    rules: ['H12'],
    width: 290,
    height: 60,
    pieces: [
      slot(14, 10, { takes: ['red', 'green'], filled: 'red' }),
      piece('gold', 86, 12, 34, 2),
      slot(162, 10, { takes: ['gem'], filled: 'gem' }),
      piece('gold', 234, 12, 34, 5),
    ],
    marks: [right(58, 29), right(206, 29)],
  },
  {
    rules: ['F5'],
    width: 320,
    height: 78,
    pieces: [
      slot(10, 8, { takes: ['violet', 'black'], filled: 'black' }, 34),
      slot(44, 8, { takes: ['red', 'green'], filled: 'red' }, 34),
      slot(78, 8, { takes: ['yellow', 'white'], filled: 'white' }, 34),
      slot(122, 8, { takes: ['gem'], filled: 'gem' }, 34),
      piece('gold', 174, 10, 30, 4),
      piece('gold', 228, 8, 34, 15),
      piece('points', 282, 8, 34, 3),
    ],
    marks: [
      text('3 × 2', 62, 64, 16),
      text('5', 139, 64, 16),
      text('4', 189, 64, 16),
      text('+', 116, 64, 16),
      text('+', 164, 64, 16),
      text('=', 216, 25),
      right(266, 25, 10),
    ],
  },
  {
    rules: ['N4'],
    width: 260,
    height: 176,
    pieces: [piece('die', 20, 64, 48, 3), { is: 'compass', at: 3, x: 92, y: 8, size: 158 }],
    marks: [right(74, 88, 14)],
  },
]
