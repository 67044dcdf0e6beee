/** The drawings of the rules, piece by piece. Costs and points are worked out again in `drawings.test.ts`. */

import type { RuleDrawing } from '../../../board/part.svelte'
import type { Mark, Placed, Point } from '../../../ui/drawing'
import { PROVINCES, type Province, type Terrain, type TileName } from '../data.generated'

type Box = readonly [x: number, y: number, width: number, height: number]

export type Item =
  | { is: 'tile'; tile: TileName; points?: number }
  | { is: 'stack'; pieces: number; colour: string | undefined; declined?: boolean }
  | { is: 'disc'; colour: string | undefined }
  | { is: 'cost'; cost: number }
  | { is: 'points'; value: number | string }
  | { is: 'sign'; sign: Terrain | 'port' | 'mine' }
  | { is: 'fort' }
  | { is: 'map'; provinces: readonly Province[]; box: Box; width: number; straits?: boolean }

type Put = Item & Placed

const tile = (name: TileName, x: number, y: number, size: number, points?: number): Put => ({
  is: 'tile',
  tile: name,
  x,
  y,
  size,
  ...(points === undefined ? {} : { points }),
})
const disc = (colour: string | undefined, x: number, y: number, size = 24): Put => ({ is: 'disc', colour, x, y, size })
const cost = (value: number, x: number, y: number, size = 34): Put => ({ is: 'cost', cost: value, x, y, size })
const points = (value: number | string, x: number, y: number, size = 32): Put => ({ is: 'points', value, x, y, size })
const sign = (name: Terrain | 'port' | 'mine', x: number, y: number, size = 28): Put => ({
  is: 'sign',
  sign: name,
  x,
  y,
  size,
})
const fort = (x: number, y: number, size = 26): Put => ({ is: 'fort', x, y, size })
const text = (words: string, x: number, y: number, size?: number): Mark => ({
  is: 'text',
  text: words,
  x,
  y,
  ...(size === undefined ? {} : { size }),
})
const key = (words: string, x: number, y: number): Mark => ({ is: 'key', text: words, x, y })

/** A part of the map at a place of a drawing, and where on it pieces and marks of a province are. */
class Detail {
  constructor(
    readonly box: Box,
    readonly width: number,
    readonly left = 0,
    readonly top = 0,
  ) {}

  get scale(): number {
    return this.width / this.box[2]
  }

  get height(): number {
    return Math.round(this.box[3] * this.scale)
  }

  map(provinces: readonly Province[], straits = false): Put {
    const { box, width, left, top, height } = this
    return { is: 'map', provinces, box, width, x: left, y: top, size: height, straits }
  }

  /** The middle of a province, moved by some pixels. */
  at(province: Province, right = 0, down = 0): Point {
    const [x, y] = PROVINCES[province].centre
    return [
      Math.round(this.left + (x - this.box[0]) * this.scale) + right,
      Math.round(this.top + (y - this.box[1]) * this.scale) + down,
    ]
  }

  stack(province: Province, pieces: number, colour?: string, declined = false): Put {
    const [x, y] = this.at(province)
    const size = 36
    return { is: 'stack', pieces, colour, declined, x: x - (size * 38) / 56, y: y - (size * 30) / 56, size }
  }

  cost(province: Province, value: number): Put {
    const [x, y] = this.at(province)
    return cost(value, x - 17, y - 15)
  }

  mark(is: 'yes' | 'no', province: Province, right = 0, down = 0): Mark {
    const [x, y] = this.at(province, right, down)
    return { is, x, y }
  }

  arrow(from: Province, to: Province): Mark {
    const [[x, y], [x2, y2]] = [this.at(from), this.at(to)]
    const far = Math.hypot(x2 - x, y2 - y)
    const [right, down] = [((x2 - x) / far) * 20, ((y2 - y) / far) * 18]
    return { is: 'arrow', from: [x + right, y + down], to: [x2 - right, y2 - down] }
  }
}

const ENTRY = new Detail([30, 180, 500, 370], 290)
const BORDER = new Detail([170, 190, 320, 270], 256)
const PASS = new Detail([380, 390, 210, 150], 240)
const BEFORE = new Detail([215, 280, 250, 250], 152)
const AFTER = new Detail([215, 280, 250, 250], 152, 168)
const RUIN = new Detail([250, 320, 260, 210], 240)
const PARTS = new Detail([30, 420, 380, 240], 316)
const LANDS = new Detail([30, 330, 540, 350], 320)

/** The pairs on offer, the third of which is taken: 2 points stay on each of the two before it, one on each tile. */
const PAIRS: readonly (readonly [TileName, TileName])[] = [
  ['mining', 'militia'],
  ['port_ruin', 'messenger'],
  ['agriculture', 'weapons'],
  ['slavery', 'general'],
  ['livestock', 'astronomy'],
  ['barbarians', 'currency'],
]
const TAKEN = 2

export const drawings: readonly RuleDrawing<Item>[] = [
  {
    rules: ['A3'],
    width: 300,
    height: 132,
    pieces: [tile('agriculture_ruin', 44, 12, 108), tile('weapons', 180, 12, 108)],
    marks: [
      { is: 'arrow', from: [28, 98], to: [46, 98] },
      key('a', 18, 98),
      { is: 'arrow', from: [166, 108], to: [148, 102] },
      key('b', 166, 108),
      { is: 'arrow', from: [166, 28], to: [152, 28] },
      key('c', 166, 28),
    ],
  },
  {
    rules: ['C1'],
    width: 320,
    height: 184,
    pieces: PAIRS.flatMap((pair, at): Put[] => {
      const [x, y] = [10 + 104 * (at % 3), at < 3 ? 12 : 102]
      const price = 2 * at
      return [
        ...pair.map((name, side) => tile(name, x + 4 + 44 * side, y, 42, at < TAKEN ? 1 : 0)),
        ...(price === 0 ? [] : [points(`−${price}`, x + 62, y + 45, 28)]),
      ]
    }),
    marks: [
      ...['I', 'II', 'III', 'IV', 'V', 'VI'].map((numeral, at) =>
        text(numeral, 34 + 104 * (at % 3), at < 3 ? 70 : 160, 15),
      ),
      { is: 'can', x: 10 + 104 * TAKEN, y: 10, width: 94, height: 46 },
    ],
  },
  {
    rules: ['C4'],
    width: 320,
    height: 88,
    pieces: [
      disc('stag', 34, 28, 30),
      tile('mining', 94, 14, 60),
      tile('weapons', 180, 14, 60),
      disc('stag', 286, 28, 30),
    ],
    marks: [text('8', 20, 44), text('+', 79, 44), text('+', 167, 44), text('= 14', 262, 44)],
  },
  {
    rules: ['E1'],
    width: 290,
    height: ENTRY.height,
    pieces: [ENTRY.map(['hibernia', 'britannia', 'belgica', 'lusitania', 'armorica', 'burgundia', 'suevia'])],
    marks: [
      ENTRY.mark('yes', 'hibernia'),
      ENTRY.mark('yes', 'britannia'),
      ENTRY.mark('yes', 'belgica'),
      ENTRY.mark('yes', 'lusitania', 0, -12),
      ENTRY.mark('no', 'armorica'),
      ENTRY.mark('no', 'burgundia'),
      ENTRY.mark('no', 'suevia'),
    ],
  },
  {
    rules: ['G1'],
    width: 280,
    height: 116,
    pieces: [
      { is: 'stack', pieces: 4, colour: 'stag', x: 36, y: 12, size: 40 },
      { is: 'stack', pieces: 1, colour: 'stag', x: 142, y: 12, size: 40 },
      disc('stag', 208, 20),
      disc('stag', 226, 20),
      disc('stag', 244, 20),
      { is: 'stack', pieces: 1, colour: 'stag', x: 36, y: 66, size: 40 },
      disc('stag', 226, 72),
    ],
    marks: [
      key('a', 18, 34),
      { is: 'arrow', from: [100, 34], to: [134, 34] },
      text('+', 200, 34),
      key('b', 18, 86),
      { is: 'arrow', from: [100, 86], to: [134, 86] },
      { is: 'left', x: 146, y: 68, width: 40, height: 36 },
      { is: 'no', x: 166, y: 86 },
      text('+', 210, 86),
    ],
  },
  {
    rules: ['K1', 'K5'],
    width: 256,
    height: BORDER.height,
    pieces: [
      BORDER.map(['belgica', 'britannia', 'francia', 'burgundia', 'saxonia', 'suevia', 'alpes'], true),
      BORDER.stack('belgica', 4, 'stag'),
    ],
    marks: [
      BORDER.arrow('belgica', 'britannia'),
      BORDER.arrow('belgica', 'francia'),
      BORDER.arrow('belgica', 'burgundia'),
      BORDER.arrow('belgica', 'saxonia'),
      BORDER.arrow('belgica', 'suevia'),
      BORDER.mark('no', 'alpes', -14, -6),
    ],
  },
  {
    rules: ['K2'],
    width: 306,
    height: 156,
    pieces: [
      sign('hills', 14, 14, 34),
      disc(undefined, 96, 20, 26),
      cost(3, 260, 14, 36),
      sign('forest', 14, 62, 34),
      disc('heron', 92, 68, 26),
      disc('heron', 106, 68, 26),
      fort(170, 66, 28),
      cost(6, 260, 62, 36),
      sign('mountain', 14, 110, 34),
      disc('heron', 96, 116, 26),
      tile('weapons', 166, 108, 38),
      cost(3, 260, 110, 36),
    ],
    marks: [
      ...[0, 1, 2].map((row) => text('=', 246, 31 + 48 * row)),
      text('2', 64, 31),
      text('+ 1', 138, 31, 16),
      text('3', 64, 79),
      text('+ 2', 146, 79, 16),
      text('+ 1', 214, 79, 16),
      text('3', 64, 127),
      text('+ 1', 138, 127, 16),
      text('− 1', 222, 127, 16),
    ],
  },
  {
    rules: ['K6'],
    width: 240,
    height: PASS.height,
    pieces: [
      PASS.map(['alpes', 'padania']),
      PASS.stack('alpes', 4, 'stag'),
      { ...PASS.stack('padania', 1), x: PASS.at('padania')[0] - 50 },
      PASS.cost('padania', 2),
    ],
    marks: [PASS.arrow('alpes', 'padania')],
  },
  {
    rules: ['L1'],
    width: 320,
    height: BEFORE.height,
    pieces: [
      BEFORE.map(['burgundia', 'francia', 'belgica']),
      BEFORE.stack('burgundia', 6, 'stag'),
      BEFORE.stack('francia', 3, 'heron'),
      BEFORE.stack('belgica', 1, 'heron'),
      AFTER.map(['burgundia', 'francia', 'belgica']),
      AFTER.stack('burgundia', 1, 'stag'),
      AFTER.stack('francia', 5, 'stag'),
      AFTER.stack('belgica', 3, 'heron'),
    ],
    marks: [key('1', 14, 14), key('2', 182, 14), AFTER.arrow('francia', 'belgica')],
  },
  {
    rules: ['L5'],
    width: 240,
    height: RUIN.height,
    pieces: [
      RUIN.map(['suevia', 'burgundia', 'provincia']),
      RUIN.stack('suevia', 2, 'stag'),
      RUIN.stack('burgundia', 3, 'stag'),
      RUIN.stack('provincia', 1, 'stag', true),
    ],
    marks: [RUIN.arrow('suevia', 'burgundia'), RUIN.mark('no', 'provincia', 30, 0)],
  },
  {
    rules: ['R3'],
    width: 316,
    height: PARTS.height,
    pieces: [
      PARTS.map(['lusitania', 'castilla', 'tarraconensis', 'provincia']),
      PARTS.stack('lusitania', 1, 'stag'),
      PARTS.stack('castilla', 2, 'stag'),
      PARTS.stack('tarraconensis', 1, 'stag'),
      PARTS.stack('provincia', 3, 'stag'),
    ],
    marks: [PARTS.mark('yes', 'castilla', 0, 26), PARTS.mark('no', 'provincia', 0, 26)],
  },
  {
    rules: ['P1'],
    width: 320,
    height: LANDS.height,
    pieces: [
      LANDS.map(['francia', 'burgundia', 'alpes', 'lusitania', 'castilla']),
      LANDS.stack('francia', 2, 'stag'),
      LANDS.stack('burgundia', 3, 'stag'),
      LANDS.stack('alpes', 1, 'stag'),
      LANDS.stack('lusitania', 1, 'stag', true),
      LANDS.stack('castilla', 1, 'stag', true),
      points(4, 284, 164, 34),
    ],
    marks: [
      text('1', ...LANDS.at('francia', 0, 28)),
      text('1', ...LANDS.at('burgundia', 0, 28)),
      text('0', ...LANDS.at('alpes', 0, 28)),
      text('1', ...LANDS.at('lusitania', 0, 28)),
      text('1', ...LANDS.at('castilla', 0, 28)),
    ],
  },
  {
    rules: ['P2'],
    width: 240,
    height: 172,
    pieces: [
      tile('agriculture', 12, 8, 48),
      sign('farmland', 82, 18, 30),
      sign('farmland', 118, 18, 30),
      points(2, 194, 16, 34),
      tile('mining', 12, 62, 48),
      sign('mine', 82, 72, 30),
      points(2, 194, 70, 34),
      tile('port', 12, 116, 48),
      sign('port', 82, 126, 30),
      sign('port', 118, 126, 30),
      points(2, 194, 124, 34),
    ],
    marks: [0, 1, 2].flatMap((row) => [text(':', 70, 31 + 54 * row), text('=', 174, 32 + 54 * row)]),
  },
  {
    rules: ['D2'],
    width: 320,
    height: BEFORE.height,
    pieces: [
      BEFORE.map(['francia', 'burgundia', 'belgica']),
      BEFORE.stack('francia', 4, 'stag'),
      BEFORE.stack('burgundia', 2, 'stag'),
      BEFORE.stack('belgica', 1, 'stag'),
      AFTER.map(['francia', 'burgundia', 'belgica']),
      AFTER.stack('francia', 1, 'stag', true),
      AFTER.stack('burgundia', 1, 'stag', true),
      AFTER.stack('belgica', 1, 'stag', true),
    ],
    marks: [key('1', 14, 14), key('2', 182, 14)],
  },
  {
    rules: ['X8'],
    width: 306,
    height: 84,
    pieces: [
      tile('espionage', 12, 12, 60),
      sign('mountain', 90, 25, 34),
      disc('heron', 132, 31, 26),
      disc('heron', 146, 31, 26),
      fort(182, 29, 28),
      cost(2, 258, 22, 38),
    ],
    marks: [text('6', 228, 42), { is: 'arrow', from: [238, 42], to: [252, 42] }],
  },
  {
    rules: ['X9'],
    width: 300,
    height: 110,
    pieces: [
      sign('hills', 34, 12, 32),
      disc('stag', 104, 16),
      fort(158, 14),
      cost(4, 254, 10, 36),
      sign('pasture', 34, 64, 32),
      disc(undefined, 104, 68),
      fort(158, 66),
      cost(2, 254, 62, 36),
    ],
    marks: [
      key('a', 16, 28),
      text('2', 80, 28),
      text('+ 1', 142, 28, 16),
      text('+ 1', 200, 28, 16),
      text('=', 238, 28),
      key('b', 16, 80),
      text('2', 80, 80),
      text('+ 1', 142, 80, 16),
      text('− 1', 200, 80, 16),
      text('=', 238, 80),
    ],
  },
  {
    rules: ['X22'],
    width: 300,
    height: 88,
    pieces: [tile('weapons', 12, 14, 60), tile('specialization', 90, 14, 60), disc('stag', 260, 29, 30)],
    marks: [text('+', 81, 44), text('3 × 2 + 1 = 7', 206, 44, 17)],
  },
]
