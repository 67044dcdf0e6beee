/** The drawings of the rules, piece by piece. The examples are worked out again in `drawings.test.ts`. */

import type { RuleDrawing } from '../../../board/part.svelte'
import type { Mark, Placed } from '../../../ui/drawing'
import { isShip, ROWS, SAILS, type FigureName, type IslandName, type RowName, type ShipName } from '../art/kinds'
import type { When } from '../art/specials'
import { FIGURE_RADIUS, spotOf, tileRadius, WHEEL } from '../art/wheel'

export type Item =
  | {
      is: 'tile'
      tile: IslandName | ShipName
      /** A tile touches it there. */
      left?: boolean
      right?: boolean
      gold?: number
      points?: number
    }
  | { is: 'figure'; figure: FigureName; lying?: boolean }
  | { is: 'veil'; ship: ShipName; rows: number }
  | { is: 'repelled'; gold?: number; points?: number }
  | { is: 'row'; row: FigureName }
  | { is: 'wheel' }
  | { is: 'round'; round: number }
  | { is: 'when'; when: When }
  | { is: 'piece'; piece: string; value?: number | string }

type Put = Item & Placed
type Worth = { gold: number } | { points: number }

/** What ships are worth. */
const WORTH: Readonly<Record<ShipName, Worth>> = {
  'ship-red': { gold: 3 },
  'ship-green': { gold: 5 },
  'ship-yellow': { points: 2 },
  'ship-blue': { points: 3 },
}

const tile = (name: IslandName | ShipName, x: number, y: number, size: number, left = false, right = false): Put => ({
  is: 'tile',
  tile: name,
  x,
  y,
  size,
  left,
  right,
  ...(isShip(name) ? WORTH[name] : {}),
})
const figure = (name: FigureName, x: number, y: number, size: number, lying = false): Put => ({
  is: 'figure',
  figure: name,
  x,
  y,
  size,
  lying,
})
const piece = (name: string, x: number, y: number, size: number, value?: number | string): Put => ({
  is: 'piece',
  piece: name,
  x,
  y,
  size,
  ...(value === undefined ? {} : { value }),
})
const text = (words: string, x: number, y: number, size?: number): Mark => ({
  is: 'text',
  text: words,
  x,
  y,
  ...(size === undefined ? {} : { size }),
})
const key = (words: string, x: number, y: number): Mark => ({ is: 'key', text: words, x, y })
const square = (is: 'can' | 'new' | 'free' | 'left', x: number, y: number, size: number): Mark => ({
  is,
  x,
  y,
  width: size,
  height: size,
})
const ground = (x: number, y: number, width: number, height: number, land = false): Mark => ({
  is: 'ground',
  x,
  y,
  width,
  height,
  fill: `var(--wi-${land ? 'main' : 'sea'})`,
})

/** A combination of the wheel in a row: tile, figure, and the price below. */
const offered = (price: number, name: IslandName | ShipName, who: FigureName, x: number, y: number): [Put[], Mark] => [
  [tile(name, x, y, 44), figure(who, x + 1, y + 12, 31)],
  text(`${price}`, x + 22, y + 56, 17),
]

type Cell = IslandName | readonly [IslandName, FigureName] | undefined
interface Area {
  x: number
  y: number
  side: number
  columns: number
  ships?: readonly (ShipName | undefined)[]
  /** Without the threat of its ships, where that is not what it is about. */
  calm?: boolean
  rows: Partial<Record<RowName, readonly Cell[]>>
}

/** The mainland's width next to an area, with the signs of its rows. */
const SHORE = 34

/** Where a row of an area begins; without a row, its ships. */
function topOf({ y, side, ships, rows }: Area, row?: RowName): number {
  const at = row === undefined ? -1 : Object.keys(rows).indexOf(row)
  return y + side * (at + (ships === undefined ? 0 : 1))
}

const leftOf = ({ x, side }: Area, column: number): number => x + SHORE + side * column

/** Whether a ship in a column is repelled, and down to which of the rows it threatens else. */
function threat(
  { ships = [], rows }: Area,
  column: number,
): { ship: ShipName; repelled: boolean; rows: RowName[] } | undefined {
  const ship = ships[column]
  if (ship === undefined) return undefined
  const below = rows.warrior?.[column]
  const repelled = Array.isArray(below) && below[1] === 'warrior'
  const reach = ROWS.slice(0, ROWS.indexOf(SAILS[ship]) + 1)
  return { ship, repelled, rows: repelled ? [] : reach.filter((row) => row in rows) }
}

/** An area with sea and mainland: tiles grown together, threatened figures lying. */
function area(given: Area): { pieces: Put[]; marks: Mark[] } {
  const { x, y, side, columns, ships, rows } = given
  const height = side * (Object.keys(rows).length + (ships === undefined ? 0 : 1))
  const pieces: Put[] = []
  const figures: Put[] = []
  for (const [row, cells] of Object.entries(rows) as [RowName, readonly Cell[]][]) {
    const top = topOf(given, row)
    pieces.push({ is: 'row', row, x: x + 5, y: top + side / 2 - 12, size: 24 })
    cells.forEach((cell, column) => {
      if (cell === undefined) return
      const [name, who] = typeof cell === 'string' ? [cell, undefined] : cell
      const left = leftOf(given, column)
      pieces.push(tile(name, left, top, side, cells[column - 1] !== undefined, cells[column + 1] !== undefined))
      const lying = threat(given, column)?.rows.includes(row) ?? false
      if (who !== undefined) figures.push(figure(who, left + side * 0.05, top + side * 0.18, side * 0.74, lying))
    })
  }
  const veils: Put[] = []
  for (let column = 0; column < columns; column += 1) {
    const found = threat(given, column)
    if (found === undefined) continue
    const left = leftOf(given, column)
    pieces.push(tile(found.ship, left, topOf(given), side))
    if (found.rows.length > 0 && given.calm !== true) {
      const first = topOf(given, found.rows[0])
      veils.push({ is: 'veil', ship: found.ship, rows: found.rows.length, x: left, y: first, size: side })
    }
    if (found.repelled)
      figures.push({ is: 'repelled', ...WORTH[found.ship], x: left + side / 2 - 20, y: y + side - 8, size: 16 })
  }
  return {
    pieces: [...pieces, ...veils, ...figures],
    marks: [ground(x + SHORE, y, side * columns, height), ground(x, y, SHORE, height, true)],
  }
}

/** A finished offer, as the printed rules show one: nobody has drawn a scout. */
const OFFER: readonly (readonly [IslandName | ShipName, FigureName])[] = [
  ['left', 'fisherman'],
  ['farm', 'fisherman'],
  ['right', 'fisherman'],
  ['church', 'goldsmith'],
  ['left', 'goldsmith'],
  ['hall', 'noble'],
  ['right', 'noble'],
  ['left', 'noble'],
  ['tower', 'warrior'],
  ['right', 'warrior'],
  ['ship-blue', 'warrior'],
  ['ship-green', 'boatman'],
]
const WHOLE = 216
const around = (space: number, radius: number, size: number): { x: number; y: number } => {
  const { x, y } = spotOf(space, (radius * WHOLE) / WHEEL)
  return { x: WHOLE / 2 + x - size / 2, y: WHOLE / 2 + y - size / 2 }
}

const TOUCHING: Area = {
  x: 5,
  y: 5,
  side: 44,
  columns: 4,
  calm: true,
  ships: [undefined, undefined, 'ship-yellow'],
  rows: { warrior: [], noble: ['left', 'right'], scout: [] },
}
const PUT: Area = {
  x: 62,
  y: 12,
  side: 48,
  columns: 2,
  rows: { noble: ['left'], scout: [], goldsmith: [['left', 'goldsmith']] },
}
const THREAT: Area = {
  x: 10,
  y: 8,
  side: 40,
  columns: 2,
  ships: ['ship-green', 'ship-blue'],
  rows: {
    warrior: ['left', ['right', 'warrior']],
    noble: [
      ['left', 'noble'],
      ['right', 'noble'],
    ],
    scout: [
      ['left', 'scout'],
      ['right', 'scout'],
    ],
    goldsmith: [
      ['left', 'goldsmith'],
      ['right', 'goldsmith'],
    ],
  },
}
/** The example of the printed rules: 8 points and 9 gold. */
export const SCORED: Area = {
  x: 8,
  y: 6,
  side: 34,
  columns: 3,
  ships: ['ship-blue', 'ship-red', 'ship-green'],
  rows: {
    warrior: [
      ['left', 'warrior'],
      ['right', 'warrior'],
    ],
    noble: ['left', ['farm', 'noble'], ['right', 'noble']],
    scout: [
      ['left', 'scout'],
      ['tower', 'scout'],
      ['right', 'scout'],
    ],
    goldsmith: [['start', 'goldsmith'], 'church', ['right', 'goldsmith']],
    fisherman: [undefined, 'left', ['right', 'fisherman']],
  },
}
export const AROUND: Area = {
  x: 10,
  y: 12,
  side: 46,
  columns: 3,
  rows: {
    noble: [['left', 'noble'], 'tower', ['right', 'noble']],
    scout: [
      ['left', 'scout'],
      ['special-farm', 'scout'],
      ['right', 'scout'],
    ],
    goldsmith: [['left', 'goldsmith'], 'right', undefined],
  },
}

/** Tiles in a row, grown together, from a place on. */
const run = (tiles: readonly IslandName[], x: number, y: number, size: number): Put[] =>
  tiles.map((name, at) => tile(name, x + size * at, y, size, at > 0, at < tiles.length - 1))

const LAST_OF_COLOUR = [
  offered(0, 'left', 'fisherman', 12, 8),
  offered(1, 'farm', 'fisherman', 64, 8),
  offered(2, 'right', 'fisherman', 116, 8),
  offered(3, 'church', 'goldsmith', 168, 8),
  offered(0, 'left', 'fisherman', 12, 92),
  offered(3, 'church', 'goldsmith', 168, 92),
]
const TURNED = (
  [
    ['church', 'goldsmith'],
    ['left', 'goldsmith'],
    ['hall', 'noble'],
  ] as const
).map(([name, who], at) => offered(3 + at, name, who, 148 + 54 * at, 10))
const CHOSEN = ([11, 10, 9, 8, 7, 6] as const).map((price, at) => ({
  price,
  x: 10 + 50 * at,
  name: (['ship-green', 'ship-blue', 'right', 'tower', 'left', 'right'] as const)[at] ?? 'left',
  who: at < 2 ? ('goldsmith' as const) : ('fisherman' as const),
}))
const DEAREST = [
  offered(8, 'tower', 'warrior', 12, 14),
  offered(9, 'right', 'warrior', 66, 14),
  offered(10, 'ship-blue', 'warrior', 120, 14),
]

export const drawings: readonly RuleDrawing<Item>[] = [
  {
    rules: ['A5'],
    width: 300,
    height: 132,
    pieces: [tile('ship-green', 40, 10, 112), tile('ship-blue', 176, 10, 112)],
    marks: [
      { is: 'arrow', from: [26, 40], to: [62, 40] },
      key('a', 16, 40),
      { is: 'arrow', from: [26, 100], to: [112, 98], bend: 6 },
      key('b', 16, 100),
    ],
  },
  {
    rules: ['O2'],
    width: WHOLE,
    height: WHOLE,
    pieces: [
      { is: 'wheel', x: WHOLE / 2 - 54, y: WHOLE / 2 - 54, size: 108 },
      ...OFFER.flatMap(([name, who], space) => {
        const [at, foot] = [around(space, tileRadius(space), 33), around(space, FIGURE_RADIUS, 24)]
        return [tile(name, at.x, at.y, 33), figure(who, foot.x, foot.y, 24)]
      }),
    ],
    marks: [ground(0, 0, WHOLE, WHOLE)],
  },
  {
    rules: ['B3'],
    width: 248,
    height: 170,
    pieces: LAST_OF_COLOUR.flatMap(([pieces]) => pieces),
    marks: [
      ...LAST_OF_COLOUR.map(([, mark]) => mark),
      square('left', 64, 92, 44),
      square('left', 116, 92, 44),
      { is: 'no', x: 54, y: 12 },
      { is: 'yes', x: 54, y: 96 },
      text('…', 228, 30),
      text('…', 228, 114),
    ],
  },
  {
    rules: ['B6'],
    width: 320,
    height: 124,
    pieces: TURNED.flatMap(([pieces]) => pieces),
    marks: [
      square('left', 14, 10, 40),
      square('left', 60, 10, 40),
      square('left', 106, 10, 40),
      ...['0', '1', '2'].map((price, at) => text(price, 34 + 46 * at, 66, 17)),
      ...TURNED.map(([, mark]) => mark),
      ...[170, 224, 278].flatMap((x, at): Mark[] => [
        { is: 'arrow', from: [x, 78], to: [x, 90] },
        text(`${at}`, x, 108, 20),
      ]),
    ],
  },
  {
    rules: ['P2'],
    width: 250,
    height: 80,
    pieces: [tile('ship-yellow', 138, 16, 48)],
    marks: [
      ground(42, 10, 200, 60),
      ground(8, 10, 34, 60, true),
      square('free', 45, 18, 44),
      square('free', 93, 18, 44),
      square('left', 191, 18, 44),
      { is: 'yes', x: 67, y: 40 },
      { is: 'yes', x: 115, y: 40 },
      { is: 'no', x: 213, y: 40 },
    ],
  },
  {
    rules: ['P3'],
    width: 220,
    height: 186,
    pieces: area(TOUCHING).pieces,
    marks: [
      ...area(TOUCHING).marks,
      ...(
        [
          ['warrior', 1, true],
          ['warrior', 2, false],
          ['scout', 0, true],
          ['scout', 3, false],
        ] as const
      ).flatMap(([row, column, yes]): Mark[] => {
        const [x, y] = [leftOf(TOUCHING, column), topOf(TOUCHING, row)]
        return [square(yes ? 'free' : 'left', x + 3, y + 3, 38), { is: yes ? 'yes' : 'no', x: x + 22, y: y + 22 }]
      }),
    ],
  },
  {
    rules: ['P4'],
    width: 292,
    height: 132,
    pieces: [
      ...run(['left', 'farm', 'right'], 12, 12, 46),
      tile('right', 188, 12, 46, false, true),
      tile('left', 236, 12, 46, true, false),
      tile('left', 12, 72, 46),
      tile('left', 60, 72, 46),
      tile('church', 236, 72, 46, false, false),
    ],
    marks: [
      ground(8, 8, 146, 54),
      ground(184, 8, 102, 54),
      ground(8, 68, 102, 54),
      ground(184, 68, 102, 54),
      ground(184, 68, 48, 54, true),
      { is: 'yes', x: 81, y: 58 },
      { is: 'yes', x: 235, y: 58 },
      { is: 'no', x: 59, y: 118 },
      { is: 'no', x: 236, y: 118 },
    ],
  },
  {
    rules: ['P5'],
    width: 270,
    height: 70,
    pieces: [
      tile('left', 12, 12, 46),
      tile('tower', 60, 12, 46, true, true),
      tile('right', 108, 12, 46),
      tile('left', 206, 12, 46),
    ],
    marks: [
      ground(8, 8, 150, 54),
      square('new', 60, 12, 46),
      { is: 'yes', x: 83, y: 58 },
      { is: 'no', x: 229, y: 58 },
      { is: 'arrow', from: [200, 35], to: [170, 35] },
    ],
  },
  {
    rules: ['U1'],
    width: 204,
    height: 168,
    pieces: [...area(PUT).pieces, figure('scout', 20, 16, 40)],
    marks: [
      ...area(PUT).marks,
      ground(8, 12, 88, 144, true),
      square('new', leftOf(PUT, 0), topOf(PUT, 'noble'), PUT.side),
      square('new', leftOf(PUT, 0), topOf(PUT, 'goldsmith'), PUT.side),
      { is: 'arrow', from: [leftOf(PUT, 0) + 16, 24], to: [60, 24], bend: -4 },
      key('1', 164, 36),
      key('2', 164, 132),
    ],
  },
  {
    rules: ['W1'],
    width: 320,
    height: 84,
    pieces: [1, 2, 3, 4, 5, 6]
      .flatMap((round, at): Put[] => [
        { is: 'round', round, x: 12 + 46 * at, y: 10, size: 30 },
        { is: 'when', when: round % 2 === 0 ? 'large' : 'small', x: 14 + 46 * at, y: 50, size: 26 },
      ])
      .concat([{ is: 'when', when: 'final', x: 286, y: 50, size: 26 }]),
  },
  {
    rules: ['K1', 'L8'],
    width: 268,
    height: 88,
    pieces: [
      figure('goldsmith', 14, 14, 52),
      figure('goldsmith', 70, 14, 52),
      figure('goldsmith', 126, 14, 52, true),
      piece('gold', 214, 22, 40, 6),
    ],
    marks: [
      text('3', 40, 74, 17),
      text('+', 68, 74, 17),
      text('3', 96, 74, 17),
      text('+', 124, 74, 17),
      text('0', 152, 74, 17),
      text('=', 196, 44),
    ],
  },
  {
    rules: ['L1'],
    width: 320,
    height: 180,
    pieces: [
      figure('boatman', 14, 12, 46),
      figure('fisherman', 78, 12, 40),
      figure('fisherman', 110, 12, 40),
      figure('fisherman', 142, 12, 40),
      figure('goldsmith', 180, 12, 40),
      figure('scout', 224, 12, 40),
      figure('scout', 258, 12, 40),
      figure('fisherman', 40, 76, 36),
      figure('fisherman', 68, 76, 36),
      figure('fisherman', 96, 76, 36),
      figure('goldsmith', 200, 76, 36),
      figure('scout', 40, 128, 36),
      figure('scout', 68, 128, 36),
      figure('fisherman', 200, 128, 36),
      figure('goldsmith', 230, 128, 36),
      figure('scout', 260, 128, 36),
    ],
    marks: [ground(8, 6, 304, 54, true), key('a', 22, 94), key('b', 180, 94), key('c', 22, 146), key('d', 180, 146)],
  },
  {
    rules: ['L4'],
    width: 136,
    height: 216,
    pieces: area(THREAT).pieces,
    marks: [
      ...area(THREAT).marks,
      ...(['noble', 'scout', 'goldsmith'] as const).flatMap((row): Mark[] => [
        { is: row === 'goldsmith' ? 'yes' : 'no', x: leftOf(THREAT, 0) + 34, y: topOf(THREAT, row) + 34 },
      ]),
    ],
  },
  {
    rules: ['L7'],
    width: 284,
    height: 216,
    pieces: [
      ...area(SCORED).pieces,
      piece('points', 162, 44, 26, 3),
      piece('gold', 196, 44, 26, 3),
      piece('points', 162, 78, 26, 2),
      piece('points', 162, 112, 26, 2),
      piece('points', 196, 112, 26, 1),
      piece('gold', 162, 146, 26, 3),
      piece('gold', 196, 146, 26, 3),
      piece('points', 242, 74, 34, 8),
      piece('gold', 242, 120, 34, 9),
    ],
    marks: [...area(SCORED).marks, text('=', 232, 110)],
  },
  {
    rules: ['F2'],
    width: 300,
    height: 84,
    pieces: [
      tile('ship-green', 12, 10, 62),
      piece('gold', 98, 22, 38, '−5'),
      tile('ship-blue', 164, 10, 62),
      piece('points', 250, 22, 38, '−3'),
    ],
    marks: [
      { is: 'arrow', from: [80, 41], to: [92, 41] },
      { is: 'arrow', from: [232, 41], to: [244, 41] },
    ],
  },
  {
    rules: ['F5'],
    width: 262,
    height: 168,
    pieces: [
      ...run(['start', 'church', 'hall', 'right'], 12, 10, 46),
      ...run(['left', 'right'], 12, 62, 46),
      ...run(['left', 'tower'], 12, 114, 46),
    ],
    marks: [
      ground(8, 6, 192, 156),
      { is: 'yes', x: 220, y: 33 },
      text('4', 244, 33),
      { is: 'yes', x: 220, y: 85 },
      text('2', 244, 85),
      { is: 'no', x: 220, y: 137 },
    ],
  },
  {
    rules: ['F7'],
    width: 320,
    height: 108,
    pieces: [
      ...[0, 1, 2, 3, 4].map((at) => figure('fisherman', 8 + 26 * at, 10, 38)),
      ...[0, 1, 2].map((at) => figure('fisherman', 8 + 26 * at, 60, 38)),
      piece('points', 278, 10, 36, '+4'),
      piece('points', 278, 60, 36, '−8'),
    ],
    marks: [text('25 − 23 = 2', 210, 29, 16), text('15 − 23 = −8', 210, 79, 16)],
  },
  {
    rules: ['F8'],
    width: 240,
    height: 162,
    pieces: [...area(AROUND).pieces, piece('points', 196, 62, 36, 6)],
    marks: area(AROUND).marks,
  },
  {
    rules: ['V7'],
    width: 316,
    height: 104,
    pieces: CHOSEN.flatMap(({ name, who, x, price }) => offered(price, name, who, x, 30)[0]),
    marks: [
      ...CHOSEN.map(({ name, who, x, price }) => offered(price, name, who, x, 30)[1]),
      key('1', 56, 16),
      key('2', 206, 16),
    ],
  },
  {
    rules: ['S1'],
    width: 292,
    height: 88,
    pieces: [...DEAREST.flatMap(([pieces]) => pieces), piece('boat', 216, 10, 64)],
    marks: [
      ...DEAREST.map(([, mark]) => mark),
      square('can', 120, 14, 44),
      { is: 'arrow', from: [178, 38], to: [206, 38] },
    ],
  },
  {
    rules: ['S8'],
    width: 320,
    height: 118,
    pieces: [
      piece('special-farm', 136, 8, 46),
      ...run(['left', 'farm', 'right'], 10, 62, 46),
      ...run(['left', 'special-farm', 'right'], 172, 62, 46),
      figure('scout', 57, 70, 32),
      figure('scout', 219, 70, 32),
    ],
    marks: [
      ground(6, 58, 146, 54),
      ground(168, 58, 146, 54),
      { is: 'arrow', from: [186, 30], to: [238, 54], bend: -8 },
      { is: 'no', x: 79, y: 62 },
    ],
  },
]
