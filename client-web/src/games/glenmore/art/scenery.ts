/** The drawings of Glen More's tiles that are no pictograms: paths in squares of 60 x 60. */

export interface Shape {
  d: string
  fill: string
}

const STONE = '#4b5058'
const LIGHT = '#f1e6c9'
const BROWN = '#704524'

/** A castle: its silhouette, and windows and gate in a light tone. */
function castle(walls: string, openings: string): readonly Shape[] {
  return [
    { d: walls, fill: STONE },
    { d: openings, fill: LIGHT },
  ]
}

/** A tent: roof, its lighter stripes, walls, and the scalloped edge. */
function tent(dark: string, light: string): readonly Shape[] {
  return [
    { d: 'M29 2h2v8h-2zM31 2l10 3l-10 4zM30 9L56 28v5H4v-5z', fill: dark },
    { d: 'M30 9L14 28v5h10V28zM30 9L46 28v5H36V28z', fill: light },
    {
      d: 'M7 35h46v23H38V42H22v16H7zM4 31q4.3 6 8.6 0q4.3 6 8.7 0q4.3 6 8.7 0q4.3 6 8.7 0q4.3 6 8.7 0q4.3 6 8.6 0v4H4z',
      fill: dark,
    },
  ]
}

/** A cottage: walls with a door, and the thatch as a thick angle. */
function cottage(x: number, y: number, width: number, height: number): readonly Shape[] {
  const middle = x + width / 2
  const eaves = y + height * 0.62
  return [
    { d: `M${x} ${eaves}L${middle} ${y}L${x + width} ${eaves}v${height * 0.72}h${-width}z`, fill: '#5a554b' },
    {
      d: `M${x - 3.6} ${eaves + 1.8}L${middle} ${y - 4}L${x + width + 3.6} ${eaves + 1.8}l-3 2.6L${middle} ${y + 2.6}L${x + 0.6} ${eaves + 4.4}z`,
      fill: '#8c3f2d',
    },
    {
      d: `M${middle - width * 0.12} ${eaves + height * 0.26}h${width * 0.24}v${height * 0.46}h${-width * 0.24}z`,
      fill: LIGHT,
    },
  ]
}

export const SCENERY = {
  still: [
    {
      d: 'M10 56q-4-24 10-29q5-5 5-16h-1.5v-3h9.5v3h-1.5q0 3 3.5 4l17 9q5 3 5 10v11h-5v-9q0-4-3-6l-16-9q0 4 4 7q13 5 9 28zM8 57h38v3H8zM49 47h10v13H49z',
      fill: '#8c4f29',
    },
    { d: 'M15 46q-.5-11 7-14', fill: 'none' },
  ],
  village: [...cottage(18, 9.6, 22, 20), ...cottage(4, 23.7, 24, 23), ...cottage(33, 22.1, 24, 24)],
  castle_moil: castle(
    'M8 58V34h6v-3h6v3h4V18h-2v-7h4v3h4v-3h4v3h4v-3h4v7h-2v16h4v-3h6v3h6v24z',
    'M28 24h4v7h-4zM27 58V50a3 3 0 0 1 6 0v8z',
  ),
  castle_stalker: castle(
    'M22 58V24h-2v-7h4v3h4v-3h4v3h4v-3h4v7h-2v34zM20 58V44H6l-2 14zM38 58V48h16l2 10z',
    'M28 30h4v8h-4zM28 58V48a2 2 0 0 1 4 0v10z',
  ),
  armadale_castle: castle(
    'M16 58V22h-2v-8h5v4h5v-4h5v4h5v-4h5v4h5v-4h5v8h-2v36z',
    'M20 30h4v7h-4zM37 30h4v7h-4zM27 58V47a3.5 3.5 0 0 1 7 0v11z',
  ),
  castle_of_mey: castle(
    'M6 58V26l7-12l7 12v8h20v-8l7-12l7 12v32z',
    'M11 32h4v7h-4zM45 32h4v7h-4zM26 58V48a4 4 0 0 1 8 0v10z',
  ),
  duart_castle: castle('M4 58l4-16h8V24l5-8l5 8v18h10l3-10h9l2 10h8l4 16z', 'M19 28h4v7h-4zM28 58V50a3 3 0 0 1 6 0v8z'),
  cawdor_castle: castle(
    'M6 58V40h8V20l6-10l6 10v8h14v-5h-2v-6h4v3h4v-3h4v3h4v-3h2v6h-2v35z',
    'M18 26h4v7h-4zM44 30h4v6h-4zM30 58V48a3.5 3.5 0 0 1 7 0v10z',
  ),
  donan_castle: castle(
    'M10 58V30h-2v-7h4v3h4v-3h4v3h4V12l6-9l6 9v14h4v-3h4v3h4v-3h4v7h-2v28z',
    'M28 18h4v7h-4zM27 58V47a3 3 0 0 1 6 0v11zM16 36h4v6h-4zM40 36h4v6h-4z',
  ),
  tent: tent(BROWN, '#c98a4a'),
  tent_2: tent('#8d5a30', '#f1dfbd'),
} satisfies Record<string, readonly Shape[]>

export type Scene = keyof typeof SCENERY

/** What covers the ground: tufts of grass, pebbles, or furrows, printed faintly. */
export const COVERS = { tufts: tufts(), pebbles: pebbles(), furrows: furrows() } as const

function tufts(): string {
  const places = '22 67 58 47 45 25 83 28 43 19 61 89 12 44 89 52 79 73 27 33 15 82 70 62'.split(' ')
  return pairs(places, (x, y) => `M${x} ${y}l-1.4-3.6M${x} ${y}v-4.4M${x} ${y}l1.5-3.4`)
}

function pebbles(): string {
  const places = '16 80 25 41 37 29 68 49 60 38 40 77 42 38 58 89 51 55 50 31 84 25 19 86 82 66 30 60'.split(' ')
  return pairs(places, (x, y) => `M${x} ${y}h${1.2 + ((x + y) % 3) * 0.7}`)
}

function furrows(): string {
  const whole = Array.from({ length: 5 }, (_, n) => `M${n * 14 + 8} 93q7-23 23-32`)
  return ['M7 80q4-11 10-19', ...whole, 'M78 93q5-13 15-22'].join('')
}

function pairs(places: readonly string[], draw: (x: number, y: number) => string): string {
  return places.map((x, at) => (at % 2 === 0 ? draw(Number(x), Number(places[at + 1])) : '')).join('')
}
