/** What a kind of tile looks like: its ground, what is drawn on it and where, and the name on special locations. */

import type { Edges, Frame, KindName } from '../data.generated'
import type { COVERS } from './scenery'

export interface Ground {
  near: string
  far: string
  ink: string
  cover: keyof typeof COVERS
}

const ground = (far: string, near: string, ink: string, cover: Ground['cover'] = 'tufts'): Ground => ({
  far,
  near,
  ink,
  cover,
})

export const GROUNDS = {
  meadow: ground('#cbd99c', '#b1c578', '#55713a'),
  pasture: ground('#c1cf8d', '#a6ba6b', '#6d4527'),
  grain: ground('#f1dd96', '#e4c86c', '#8f6b14', 'furrows'),
  quarry: ground('#dfd3ba', '#cbbd9f', '#625a4e', 'pebbles'),
  forest: ground('#cbd1a4', '#aeb985', '#3f5b35'),
  distillery: ground('#ecdcb1', '#dcc690', '#8c4f29', 'pebbles'),
  abbey: ground('#e6dec4', '#d2c7a4', '#5d5548'),
  village: ground('#d9dbcb', '#c2c6b0', '#5a554b'),
  castle: ground('#d2d6d6', '#b9bfc1', '#4b5058'),
  market: ground('#ead6b8', '#dabf98', '#704524', 'pebbles'),
  loch: ground('#cfd9c2', '#b4c3a4', '#2f5871'),
} satisfies Record<string, Ground>

export type GroundName = keyof typeof GROUNDS

/** A thing on the ground: a pictogram (512 units) or scenery (60 units), its middle and its size on the tile. */
export interface Drawn {
  what: string
  units: 512 | 60
  x: number
  y: number
  size: number
  fill?: string
}

export interface Look {
  ground: GroundName
  drawn: readonly Drawn[]
  /** The outline of a loch. */
  loch?: string
  /** Planks over the river. */
  bridge?: boolean
  name?: string
}

interface Motif {
  ground: GroundName
  /** What stands on the ground. */
  what: string
  scenery?: boolean
  /** Its size where nothing runs over the tile. */
  size: number
  /** How far it is moved to the right and down. */
  right?: number
  down?: number
  name?: string
}

const lochs: Partial<
  Record<KindName, { shape: string; what: string; x: number; y: number; size: number; name: string }>
> = {
  loch_lochy: {
    shape: 'M36 30C50 16 82 22 86 40S78 66 62 64S26 62 24 48S30 36 36 30z',
    what: 'swan',
    x: 65,
    y: 40,
    size: 29,
    name: 'Loch Lochy',
  },
  loch_morar: {
    shape: 'M22 38C34 20 70 18 84 32S86 62 64 64S18 62 22 38z',
    what: 'pine',
    x: 71,
    y: 35,
    size: 34,
    name: 'Loch Morar',
  },
  loch_ness: {
    shape: 'M24 28C44 22 80 22 84 40S74 66 52 66S20 60 18 46S16 32 24 28z',
    what: 'serpent',
    x: 61,
    y: 39,
    size: 36,
    name: 'Loch Ness',
  },
  loch_shiel: {
    shape: 'M40 22C62 18 88 34 80 52S46 70 32 62S22 28 40 22z',
    what: 'viaduct',
    x: 63,
    y: 41,
    size: 36,
    name: 'Loch Shiel',
  },
  loch_oich: {
    shape: 'M30 26C56 18 84 30 82 48S60 68 44 64S18 40 30 26z',
    what: 'sailboat',
    x: 62,
    y: 39,
    size: 31,
    name: 'Loch Oich',
  },
}

const castle = (what: KindName, name: string): Motif => ({
  ground: 'castle',
  what,
  scenery: true,
  size: 56,
  right: 4,
  down: 4,
  name,
})

const motifs: Partial<Record<KindName, Motif>> = {
  meadow: { ground: 'meadow', what: 'sheep', size: 54, down: 2 },
  pasture: { ground: 'pasture', what: 'cow', size: 60, down: 2.5 },
  grain_field: { ground: 'grain', what: 'wheat', size: 55, down: 1 },
  quarry: { ground: 'quarry', what: 'quarry', size: 56, down: 4 },
  forest: { ground: 'forest', what: 'forest', size: 58, down: 1 },
  distillery: { ground: 'distillery', what: 'still', scenery: true, size: 53 },
  iona_abbey: { ground: 'abbey', what: 'church', size: 49, right: 4, down: 6, name: 'Iona' },
  start_village: { ground: 'village', what: 'village', scenery: true, size: 53 },
  village: { ground: 'village', what: 'village', scenery: true, size: 53 },
  castle_moil: castle('castle_moil', 'Moil'),
  castle_stalker: castle('castle_stalker', 'Stalker'),
  armadale_castle: castle('armadale_castle', 'Armadale'),
  castle_of_mey: castle('castle_of_mey', 'Mey'),
  duart_castle: castle('duart_castle', 'Duart'),
  cawdor_castle: castle('cawdor_castle', 'Cawdor'),
  donan_castle: { ...castle('donan_castle', 'Donan'), size: 48, down: 7 },
  butcher_sheep: { ground: 'market', what: 'cleaver', size: 50 },
  butcher_cattle: { ground: 'market', what: 'ham', size: 50 },
  fair_small: { ground: 'market', what: 'tent', scenery: true, size: 51 },
  grocer: { ground: 'market', what: 'scales', size: 53 },
  tavern_3: { ground: 'market', what: 'tavern', size: 50, down: -5 },
  tavern_4: { ground: 'market', what: 'tavern', size: 50, down: -5 },
}

const market = GROUNDS.market.ink
const several: Partial<Record<KindName, readonly Drawn[]>> = {
  butcher_mixed: [
    { what: 'sausage', units: 512, x: 37.5, y: 40, size: 34.6, fill: market },
    { what: 'ham', units: 512, x: 65, y: 42.5, size: 37.4, fill: market },
  ],
  fair_medium: [
    { what: 'tent', units: 60, x: 46, y: 32, size: 38.4 },
    { what: 'tent_2', units: 60, x: 72, y: 41.5, size: 20 },
  ],
  fair_large: [
    { what: 'tent', units: 60, x: 41, y: 34, size: 33 },
    { what: 'tent_2', units: 60, x: 67, y: 38, size: 28 },
  ],
  bridge: [{ what: 'pine', units: 512, x: 77.5, y: 35, size: 27, fill: '#6f7d45' }],
}

/** Where a motif stands, so that river and road leave it room, and how much smaller it is there. */
const stands: Record<Edges, { x: number; y: number; scale: number }> = {
  plain: { x: 50, y: 43, scale: 0.96 },
  river: { x: 64, y: 42, scale: 0.8 },
  road: { x: 52, y: 33, scale: 0.8 },
  both: { x: 67, y: 31, scale: 0.755 },
}

/** What a tile of a kind looks like with these edges. */
export function lookOf(kind: KindName, edges: Edges): Look {
  const loch = lochs[kind]
  if (loch !== undefined) {
    const { shape, what, x, y, size, name } = loch
    return { ground: 'loch', drawn: [{ what, units: 512, x, y, size, fill: GROUNDS.loch.ink }], loch: shape, name }
  }
  const group = several[kind]
  if (group !== undefined) return { ground: 'market', drawn: group, bridge: kind === 'bridge' }
  const motif = motifs[kind]
  if (motif === undefined) return { ground: 'village', drawn: [] }
  const stand = stands[edges]
  const drawn: Drawn = {
    what: motif.what,
    units: motif.scenery === true ? 60 : 512,
    x: stand.x + (edges === 'river' ? 0 : (motif.right ?? 0)),
    y: stand.y + (motif.down ?? 0) * stand.scale,
    size: motif.size * stand.scale,
    fill: GROUNDS[motif.ground].ink,
  }
  return { ground: motif.ground, drawn: [drawn], ...(motif.name === undefined ? {} : { name: motif.name }) }
}

/** The stitch of each frame: a second sign of the family next to its colour. */
export const STITCHES: Record<Frame, { dashes?: string; width: number }> = {
  green: { dashes: '0 4.2', width: 2 },
  yellow: { width: 1.2 },
  grey: { dashes: '2 2', width: 1.2 },
  brown: { dashes: '5 3', width: 1.2 },
  blue: { dashes: '7 2.5 1 2.5', width: 1.2 },
}
