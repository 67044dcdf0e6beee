/**
 * What is drawn next to the rules, and where. Tiles are those of the box, so that a drawing can't promise what no tile
 * does; sums and prices are in `drawings.test.ts`.
 */

import type { RuleDrawing } from '../../../board/part.svelte'
import type { Mark, Placed } from '../../../ui/drawing'
import { GOODS, type Good } from '../data'
import type { PieceName } from '../pieces/Piece.svelte'

export type Item =
  | {
      is: 'tile'
      tile: string
      goods?: Partial<Record<Good, number>>
      members?: number
      joins?: string
      turned?: boolean
    }
  | { is: 'figure'; colour: string }
  | { is: 'space'; price: number; state: 'taken' | 'next' | 'later' }
  | { is: 'piece'; piece: PieceName; value?: number | string; chip?: boolean }

type Put = Item & Placed

const tile = (
  id: string,
  x: number,
  y: number,
  size: number,
  more: Partial<Extract<Item, { is: 'tile' }>> = {},
): Put => ({
  is: 'tile',
  tile: id,
  x,
  y,
  size,
  ...more,
})
const figure = (colour: string, x: number, y: number, size: number): Put => ({ is: 'figure', colour, x, y, size })
const piece = (kind: PieceName, x: number, y: number, size: number, value?: number | string): Put => ({
  is: 'piece',
  piece: kind,
  x,
  y,
  size,
  ...(value === undefined ? {} : { value }),
})
const chip = (kind: Good | 'any', x: number, y: number, size = 26): Put => ({
  is: 'piece',
  piece: kind,
  chip: true,
  x,
  y,
  size,
})
const space = (price: number, state: 'taken' | 'next' | 'later', x: number, y: number): Put => ({
  is: 'space',
  price,
  state,
  x,
  y,
  size: 32,
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

/** Where the spaces of the track lie in a row, the last one left, and how large what stands on them is. */
const along = (at: number): number => 9 + 34 * at
const ON = 30

/** Something that is exchanged for points or barrels: what is given, an arrow, and what comes. */
function exchange(y: number, x: number, given: readonly (Good | 'any')[], gain: readonly Put[]): [Put[], Mark[]] {
  const after = x + given.length * 25
  return [
    [...given.map((good, at) => chip(good, x + at * 25, y)), ...gain.map((put) => ({ ...put, x: after + put.x, y }))],
    given.length === 0 ? [] : [{ is: 'arrow', from: [after + 5, y + 13], to: [after + 20, y + 13] }],
  ]
}

const SALES = [
  exchange(12, 74, ['any', 'any', 'any'], [piece('points', 29, 0, 28, 8)]),
  exchange(64, 74, ['sheep', 'cattle'], [piece('points', 29, 0, 28, 5)]),
  exchange(116, 74, ['wood', 'stone'], [piece('points', 29, 0, 28, 7)]),
]

/** Tiles that count at the end next to one that asks for them, and their points. */
function counted(
  rules: RuleDrawing<Item>['rules'],
  asks: string,
  tiles: readonly (readonly [string, boolean])[],
  points: number,
): RuleDrawing<Item> {
  return {
    rules,
    width: 300,
    height: 92,
    pieces: [
      tile(asks, 12, 14, 60),
      ...tiles.map(([id], at) => tile(id, 88 + 48 * at, 16, 42)),
      piece('points', 254, 29, 32, points),
    ],
    marks: [
      text(':', 80, 44),
      ...tiles.map(([, yes], at): Mark => ({ is: yes ? 'yes' : 'no', x: 109 + 48 * at, y: 70 })),
      text('=', 92 + 48 * tiles.length, 44),
    ],
  }
}

export const drawings: readonly RuleDrawing<Item>[] = [
  {
    rules: ['S3'],
    width: 240,
    height: 92,
    pieces: [
      tile('S-1', 14, 10, 72, { members: 1 }),
      ...Array.from({ length: 6 }, (_, at) => piece('coin', 104 + (at % 3) * 42, at < 3 ? 10 : 48, 34, 1)),
    ],
  },
  {
    rules: ['S4'],
    width: 320,
    height: 184,
    pieces: [tile('1-19', 95, 14, 132)],
    marks: [
      { is: 'arrow', from: [62, 36], to: [94, 34] },
      key('a', 52, 36),
      { is: 'arrow', from: [62, 68], to: [136, 68] },
      key('b', 52, 68),
      { is: 'arrow', from: [62, 100], to: [93, 100] },
      key('c', 52, 100),
      { is: 'arrow', from: [264, 104], to: [228, 110] },
      key('d', 274, 104),
      { is: 'arrow', from: [161, 165], to: [161, 150] },
      key('e', 161, 173),
      { is: 'arrow', from: [62, 132], to: [104, 131] },
      key('f', 52, 132),
    ],
  },
  {
    rules: ['T1'],
    width: 252,
    height: 92,
    pieces: [
      figure('stag', along(0), 44, ON),
      tile('0-08', along(1), 44, ON),
      figure('heron', along(2), 44, ON),
      tile('1-20', along(3), 44, ON),
      tile('0-07', along(4), 44, ON),
      figure('duck', along(5), 44, ON),
      tile('1-13', along(6), 44, ON),
    ],
    marks: [
      { is: 'can', round: true, x: along(0), y: 44, width: ON, height: ON + 2 },
      { is: 'arrow', from: [along(0) + 15, 40], to: [along(4) + 15, 40], bend: -22 },
    ],
  },
  {
    rules: ['T2'],
    width: 320,
    height: 92,
    pieces: [
      tile('0-08', along(1), 32, ON),
      figure('heron', along(2), 32, ON),
      tile('1-20', along(3), 32, ON),
      figure('stag', along(4), 32, ON),
      figure('duck', along(5), 32, ON),
      tile('1-13', along(6), 32, ON),
      tile('1-04', along(7), 32, ON),
      tile('1-15', along(8), 32, ON),
    ],
    marks: [
      square('left', along(0), 32, ON),
      { is: 'no', x: along(1) + 15, y: 76 },
      square('new', along(7), 32, ON),
      square('new', along(8), 32, ON),
      key('1', along(1) + 15, 16),
      key('2', along(8) - 2, 16),
    ],
  },
  {
    rules: ['T5'],
    width: 264,
    height: 140,
    pieces: [
      figure('stag', 10, 8, 32),
      ...Array.from({ length: 5 }, (_, at) => piece('barrel', 52 + 24 * at, 11, 26)),
      piece('points', 222, 10, 30, 5),
      figure('heron', 10, 52, 32),
      ...Array.from({ length: 2 }, (_, at) => piece('barrel', 52 + 24 * at, 55, 26)),
      piece('points', 222, 54, 30, 1),
      figure('duck', 10, 96, 32),
      piece('barrel', 52, 99, 26),
      piece('points', 222, 98, 30, 0),
    ],
    marks: [text('+4', 196, 25), text('+1', 196, 69), text('+0', 196, 113)],
  },
  {
    rules: ['T6', 'B1'],
    width: 300,
    height: 92,
    pieces: [
      tile('2-07', 12, 12, 68),
      piece('chieftain', 92, 26, 38),
      piece('chieftain', 124, 26, 38),
      piece('thistle', 214, 28, 34),
    ],
    marks: [text('× 2', 180, 46), text('+', 206, 46), text('1', 256, 46), text('= 5', 278, 46)],
  },
  {
    rules: ['T7'],
    width: 264,
    height: 182,
    pieces: (['stag', 'heron', 'duck', 'raven'] as const).flatMap((colour, at) => [
      figure(colour, 10, 8 + 42 * at, 32),
      piece('tiles', 60, 11 + 42 * at, 28),
    ]),
    marks: [15, 13, 16, 13].flatMap((tiles, at) => [
      text(`${tiles}`, 108, 25 + 42 * at),
      text(tiles > 13 ? `${tiles} − 13 = ${tiles - 13}` : '', 160, 25 + 42 * at, 14),
      text(tiles > 13 ? `−${3 * (tiles - 13)}` : '0', 232, 25 + 42 * at),
    ]),
  },
  {
    rules: ['C3'],
    width: 218,
    height: 108,
    pieces: [
      tile('1-16', along(0), 40, ON),
      figure('stag', along(1), 40, ON),
      tile('0-08', along(2), 40, ON),
      figure('heron', along(3), 40, ON),
      tile('1-20', along(4), 40, ON),
      tile('0-07', along(5), 40, ON),
    ],
    marks: [
      { is: 'can', round: true, x: along(1), y: 40, width: ON, height: ON + 2 },
      ...[0, 2, 3, 4, 5].map((at): Mark => ({ is: at === 0 || at === 3 ? 'no' : 'yes', x: along(at) + 15, y: 90 })),
      { is: 'arrow', from: [along(1) + 18, 36], to: [along(5) + 15, 36], bend: -17 },
    ],
  },
  {
    rules: ['C4'],
    width: 320,
    height: 156,
    pieces: [
      tile('2-17', 12, 34, 88),
      piece('cattle', 144, 12, 30),
      piece('coin', 206, 12, 30, 2),
      piece('coin', 144, 60, 30, 2),
      chip('stone', 202, 62),
      piece('coin', 236, 60, 30, 3),
      chip('sheep', 292, 62, 26),
      chip('wood', 144, 112),
      chip('stone', 174, 112),
      chip('sheep', 204, 112),
    ],
    marks: [
      key('1', 124, 27),
      { is: 'arrow', from: [180, 27], to: [198, 27] },
      key('2', 124, 75),
      { is: 'arrow', from: [177, 75], to: [196, 75] },
      { is: 'arrow', from: [269, 75], to: [286, 75] },
      key('3', 124, 125),
      { is: 'arrow', from: [236, 125], to: [262, 125] },
      { is: 'yes', x: 280, y: 125 },
    ],
  },
  {
    rules: ['P2'],
    width: 272,
    height: 206,
    pieces: [
      tile('S-1', 74, 72, 60, { members: 1, joins: 'ne' }),
      tile('0-03', 74, 10, 60, { joins: 's' }),
      tile('0-05', 136, 72, 60, { joins: 'w' }),
      tile('0-07', 198, 72, 60),
    ],
    marks: [
      square('new', 74, 10, 60),
      square('new', 136, 72, 60),
      square('free', 74, 136, 56),
      square('free', 12, 74, 56),
      { is: 'yes', x: 132, y: 16 },
      { is: 'yes', x: 188, y: 80 },
      { is: 'no', x: 250, y: 80 },
    ],
  },
  {
    rules: ['P3'],
    width: 236,
    height: 144,
    pieces: [
      tile('S-1', 30, 72, 60, { members: 1, joins: 'e' }),
      tile('0-05', 92, 72, 60, { joins: 'w' }),
      tile('1-04', 92, 10, 60),
      tile('1-13', 154, 72, 60),
    ],
    marks: [
      square('new', 92, 10, 60),
      { is: 'yes', x: 146, y: 18 },
      { is: 'no', x: 208, y: 80 },
      square('new', 154, 72, 60),
    ],
  },
  {
    rules: ['P4'],
    width: 200,
    height: 206,
    pieces: [
      tile('S-1', 30, 10, 60, { members: 1, joins: 'e' }),
      tile('0-05', 92, 10, 60, { joins: 'w' }),
      tile('1-15', 92, 72, 60, { members: 1 }),
      tile('1-04', 92, 134, 60),
      tile('1-13', 30, 134, 60),
    ],
    marks: [
      square('left', 32, 74, 56),
      { is: 'no', x: 60, y: 102 },
      square('new', 30, 134, 60),
      { is: 'yes', x: 82, y: 142 },
    ],
  },
  {
    rules: ['P5'],
    width: 240,
    height: 100,
    pieces: [tile('0-06', 28, 10, 62), tile('0-06', 148, 10, 62, { turned: true })],
    marks: [
      { is: 'yes', x: 59, y: 86 },
      { is: 'no', x: 179, y: 86 },
    ],
  },
  {
    rules: ['P6'],
    width: 260,
    height: 144,
    pieces: [
      tile('S-1', 30, 72, 60, { members: 1, joins: 'e' }),
      tile('0-05', 92, 72, 60, { joins: 'ew' }),
      tile('0-01', 154, 72, 60, { joins: 'w' }),
      tile('1-04', 92, 10, 60),
      tile('1-08', 154, 10, 60),
    ],
    marks: [
      square('new', 92, 10, 60),
      square('new', 154, 10, 60),
      { is: 'arrow', from: [76, 80], to: [98, 62] },
      { is: 'yes', x: 144, y: 18 },
      { is: 'no', x: 206, y: 18 },
    ],
  },
  {
    rules: ['W5'],
    width: 210,
    height: 116,
    pieces: [
      piece('coin', 71, 6, 32, 1),
      piece('coin', 115, 6, 32, 2),
      piece('stone', 24, 68, 30),
      space(1, 'taken', 71, 67),
      space(2, 'next', 115, 67),
      space(3, 'later', 159, 67),
    ],
    marks: [
      { is: 'ground', x: 16, y: 60, width: 180, height: 46, fill: '#efe3c8' },
      { is: 'arrow', from: [131, 42], to: [131, 60] },
      { is: 'arrow', from: [87, 62], to: [87, 44] },
      key('a', 164, 22),
      key('b', 54, 22),
    ],
  },
  {
    rules: ['A1'],
    width: 320,
    height: 92,
    pieces: [
      figure('stag', 14, 36, 34),
      tile('1-07', 34, 44, 30),
      chip('stone', 86, 40, 30),
      tile('1-07', 142, 36, 38),
      tile('0-05', 204, 36, 38, { goods: { grain: 1 } }),
      piece('steps', 270, 36, 36),
    ],
    marks: [
      key('1', 38, 18),
      key('2', 101, 18),
      key('3', 161, 18),
      key('4', 223, 18),
      key('5', 288, 18),
      square('new', 142, 36, 38),
      ...[68, 122, 186, 248].map((x): Mark => ({ is: 'arrow', from: [x, 56], to: [x + 10, 56] })),
    ],
  },
  {
    rules: ['A2'],
    width: 264,
    height: 200,
    pieces: [
      tile('0-05', 12, 70, 56, { joins: 'e' }),
      tile('0-06', 72, 10, 56, { joins: 's' }),
      tile('S-1', 72, 70, 56, { members: 1, joins: 'nesw' }),
      tile('0-03', 72, 130, 56, { joins: 'n' }),
      tile('1-04', 132, 10, 56),
      tile('0-08', 132, 70, 56, { joins: 'ew' }),
      tile('0-01', 192, 70, 56, { joins: 'w' }),
    ],
    marks: [
      square('new', 132, 10, 56),
      square('can', 72, 10, 56),
      square('can', 72, 70, 56),
      square('can', 132, 70, 56),
      square('can', 192, 70, 56),
    ],
  },
  {
    rules: ['A3', 'A11'],
    width: 320,
    height: 108,
    pieces: [
      tile('1-10', 14, 14, 60, { goods: { grain: 2 } }),
      piece('grain', 92, 31, 26),
      tile('1-10', 142, 14, 60, { goods: { grain: 3 } }),
      piece('grain', 212, 31, 26),
      tile('1-10', 250, 14, 60, { goods: { grain: 3 } }),
    ],
    marks: [
      { is: 'yes', x: 172, y: 90 },
      { is: 'no', x: 280, y: 90 },
      text('+', 83, 44),
      { is: 'arrow', from: [122, 44], to: [134, 44] },
      text('+', 206, 44),
    ],
  },
  {
    rules: ['A8'],
    width: 240,
    height: 96,
    pieces: [
      tile('1-03', 14, 12, 70),
      piece('barrel', 130, 16, 28),
      chip('grain', 130, 54, 28),
      piece('barrel', 192, 54, 28),
    ],
    marks: [key('1', 110, 30), key('2', 110, 68), { is: 'arrow', from: [164, 68], to: [186, 68] }],
  },
  {
    rules: ['A9'],
    width: 280,
    height: 180,
    pieces: [1, 3, 5, 8, 12].flatMap((points, at) => [
      piece('points', 16 + 52 * at, 10 + 25 * (4 - at), 34, points),
      ...GOODS.slice(0, at + 1).map((good, from) => chip(good, 20 + 52 * at, 146 - 25 * from, 26)),
    ]),
  },
  {
    rules: ['A10'],
    width: 320,
    height: 156,
    pieces: [
      tile('3-06', 14, 4, 46),
      tile('2-03', 14, 55, 46),
      tile('3-16', 14, 106, 46),
      tile('1-02', 218, 4, 46),
      tile('2-02', 218, 106, 46),
      ...SALES.flatMap(([pieces]) => pieces),
      piece('points', 286, 13, 28, 4),
      piece('points', 286, 115, 28, 3),
    ],
    marks: [
      ...SALES.flatMap(([, marks]) => marks),
      { is: 'arrow', from: [269, 27], to: [280, 27] },
      { is: 'arrow', from: [269, 129], to: [280, 129] },
    ],
  },
  {
    rules: ['M1'],
    width: 320,
    height: 140,
    pieces: [
      tile('S-1', 14, 72, 58, { members: 1, joins: 'e' }),
      tile('0-05', 74, 72, 58, { joins: 'w' }),
      tile('1-04', 74, 12, 58),
      piece('member', 196, 66, 50),
      piece('chieftain', 262, 60, 54),
      piece('steps', 34, 28, 26),
      piece('steps', 232, 26, 26),
    ],
    marks: [
      { is: 'arrow', from: [44, 96], to: [98, 50], bend: -6 },
      { is: 'arrow', from: [238, 92], to: [258, 92] },
      text('1', 26, 42),
      text('1', 224, 40),
    ],
  },
  {
    rules: ['D2'],
    width: 252,
    height: 108,
    pieces: [
      piece('die', along(0), 46, ON, 2),
      tile('0-08', along(1), 46, ON),
      figure('stag', along(2), 46, ON),
      tile('1-20', along(3), 46, ON),
      figure('heron', along(4), 46, ON),
      tile('0-07', along(5), 46, ON),
      tile('1-13', along(6), 46, ON),
    ],
    marks: [
      text('1', along(1) + 15, 92, 15),
      text('2', along(3) + 15, 92, 15),
      { is: 'no', x: along(3) + 15, y: 63 },
      { is: 'arrow', from: [along(0) + 15, 42], to: [along(3) + 15, 42], bend: -18 },
    ],
  },
  counted(
    ['B3'],
    '2-12',
    [
      ['S-1', true],
      ['1-08', true],
      ['1-19', false],
    ],
    6,
  ),
  counted(
    ['B8'],
    '2-17',
    [
      ['2-17', true],
      ['1-16', true],
      ['1-03', true],
    ],
    6,
  ),
  counted(
    ['B10'],
    '2-04',
    [
      ['0-03', true],
      ['1-10', true],
      ['1-16', false],
    ],
    4,
  ),
]
