// What is printed on Glen More's components. Made by `partie types`; do not edit by hand.

export interface Once {
  clan_members?: number
  whisky?: number
  coins?: number
  goods?: number
  activate_all?: boolean
  fill_empty?: boolean
}

export interface Activation {
  movement?: number
  good?: Good | 'any'
  give?: Partial<Record<Good, number>>
  different?: number
  any?: number
  at_least?: number
  points?: readonly number[]
  whisky?: number
}

export interface Kind {
  frame: Frame
  once?: Once
  activation?: Activation
  card?: { bonnets: number; when: 'once' | 'permanent' | 'end' }
}

export interface PrintedTile {
  kind: KindName
  edges: Edges
  cost?: Partial<Record<Good | 'whisky' | 'member' | 'different', number>>
}

export type Good = 'wood' | 'stone' | 'sheep' | 'cattle' | 'grain'

export type Frame = 'grey' | 'yellow' | 'green' | 'brown' | 'blue'

export type Edges = 'both' | 'road' | 'river' | 'plain'

export type KindName =
  | 'start_village'
  | 'village'
  | 'quarry'
  | 'forest'
  | 'meadow'
  | 'pasture'
  | 'grain_field'
  | 'distillery'
  | 'butcher_sheep'
  | 'butcher_cattle'
  | 'butcher_mixed'
  | 'fair_small'
  | 'fair_medium'
  | 'fair_large'
  | 'grocer'
  | 'bridge'
  | 'tavern_3'
  | 'tavern_4'
  | 'iona_abbey'
  | 'loch_lochy'
  | 'loch_morar'
  | 'loch_ness'
  | 'loch_oich'
  | 'loch_shiel'
  | 'castle_stalker'
  | 'castle_moil'
  | 'armadale_castle'
  | 'duart_castle'
  | 'donan_castle'
  | 'castle_of_mey'
  | 'cawdor_castle'

/** The rows of the warehouse from top to bottom. */
export const GOODS: readonly Good[] = ['wood', 'stone', 'sheep', 'cattle', 'grain']

/** The prices of the spaces of a row. */
export const WAREHOUSE_FIELDS: readonly number[] = [1, 2, 3]

export const GOODS_ON_A_TILE = 3

export const TRACK = { fields: 14, columns: 4, rows: 5, gap: 1 }

export const DIE: readonly number[] = [1, 1, 1, 2, 2, 3]

/** Tiles of the start and of the stacks 0 to 3. */
export const STACK_SIZES = { S: 5, 0: 8, 1: 23, 2: 19, 3: 17 }

/** Points for being ahead of the lowest seat by 0, 1, 2, ... */
export const SCORING_POINTS: readonly number[] = [0, 1, 2, 3, 5, 8]

export const SCORING_CATEGORIES = ['whisky', 'chieftains', 'cards']

export const KINDS: Readonly<Record<KindName, Kind>> = {
  start_village: { frame: 'grey', once: { clan_members: 1 }, activation: { movement: 1 } },
  village: { frame: 'grey', once: { clan_members: 1 }, activation: { movement: 1 } },
  quarry: { frame: 'yellow', activation: { good: 'stone' } },
  forest: { frame: 'yellow', activation: { good: 'wood' } },
  meadow: { frame: 'green', activation: { good: 'sheep' } },
  pasture: { frame: 'green', activation: { good: 'cattle' } },
  grain_field: { frame: 'green', activation: { good: 'grain' } },
  distillery: { frame: 'yellow', once: { whisky: 1 }, activation: { give: { grain: 1 }, whisky: 1 } },
  butcher_sheep: { frame: 'brown', activation: { give: { sheep: 2 }, at_least: 1, points: [2, 4] } },
  butcher_cattle: { frame: 'brown', activation: { give: { cattle: 2 }, at_least: 1, points: [2, 4] } },
  butcher_mixed: { frame: 'brown', activation: { give: { sheep: 1, cattle: 1 }, points: [0, 5] } },
  fair_small: { frame: 'brown', activation: { different: 3, at_least: 1, points: [1, 3, 5] } },
  fair_medium: { frame: 'brown', activation: { different: 4, at_least: 1, points: [1, 3, 5, 8] } },
  fair_large: { frame: 'brown', activation: { different: 5, at_least: 1, points: [1, 3, 5, 8, 12] } },
  grocer: { frame: 'brown', activation: { any: 3, points: [0, 0, 8] } },
  bridge: { frame: 'brown', activation: { give: { wood: 1, stone: 1 }, points: [0, 7] } },
  tavern_3: { frame: 'brown', activation: { points: [3] } },
  tavern_4: { frame: 'brown', activation: { points: [4] } },
  iona_abbey: { frame: 'yellow', activation: { good: 'any' }, card: { bonnets: 0, when: 'end' } },
  loch_lochy: { frame: 'blue', once: { goods: 2 }, card: { bonnets: 0, when: 'once' } },
  loch_morar: { frame: 'blue', card: { bonnets: 0, when: 'end' } },
  loch_ness: { frame: 'blue', card: { bonnets: 0, when: 'permanent' } },
  loch_oich: { frame: 'blue', once: { activate_all: true }, card: { bonnets: 0, when: 'once' } },
  loch_shiel: { frame: 'blue', once: { fill_empty: true }, card: { bonnets: 0, when: 'once' } },
  castle_stalker: { frame: 'grey', once: { clan_members: 2 }, activation: { movement: 1 }, card: { bonnets: 1, when: 'once' } },
  castle_moil: { frame: 'grey', once: { clan_members: 1, whisky: 1 }, activation: { movement: 1 }, card: { bonnets: 1, when: 'once' } },
  armadale_castle: { frame: 'grey', once: { clan_members: 1, coins: 3 }, activation: { movement: 1 }, card: { bonnets: 1, when: 'once' } },
  duart_castle: { frame: 'grey', once: { clan_members: 1 }, activation: { movement: 1 }, card: { bonnets: 0, when: 'end' } },
  donan_castle: { frame: 'grey', once: { clan_members: 1, whisky: 2 }, activation: { movement: 1 }, card: { bonnets: 1, when: 'once' } },
  castle_of_mey: { frame: 'grey', once: { clan_members: 1 }, activation: { movement: 1 }, card: { bonnets: 1, when: 'permanent' } },
  cawdor_castle: { frame: 'grey', once: { clan_members: 1 }, activation: { movement: 1 }, card: { bonnets: 3, when: 'permanent' } },
}

export const TILES: Readonly<Record<string, PrintedTile>> = {
  'S-1': { kind: 'start_village', edges: 'both' },
  'S-2': { kind: 'start_village', edges: 'both' },
  'S-3': { kind: 'start_village', edges: 'both' },
  'S-4': { kind: 'start_village', edges: 'both' },
  'S-5': { kind: 'start_village', edges: 'both' },
  '0-01': { kind: 'quarry', edges: 'road' },
  '0-02': { kind: 'forest', edges: 'river' },
  '0-03': { kind: 'meadow', edges: 'river' },
  '0-04': { kind: 'village', edges: 'road' },
  '0-05': { kind: 'grain_field', edges: 'road' },
  '0-06': { kind: 'pasture', edges: 'river' },
  '0-07': { kind: 'quarry', edges: 'river' },
  '0-08': { kind: 'forest', edges: 'road' },
  '1-01': { kind: 'loch_lochy', edges: 'river' },
  '1-02': { kind: 'butcher_sheep', edges: 'plain' },
  '1-03': { kind: 'distillery', edges: 'plain', cost: { stone: 1 } },
  '1-04': { kind: 'meadow', edges: 'plain' },
  '1-05': { kind: 'fair_small', edges: 'plain', cost: { wood: 1 } },
  '1-06': { kind: 'village', edges: 'river', cost: { stone: 1 } },
  '1-07': { kind: 'distillery', edges: 'road', cost: { stone: 1 } },
  '1-08': { kind: 'village', edges: 'plain', cost: { stone: 1 } },
  '1-09': { kind: 'fair_small', edges: 'road', cost: { wood: 1 } },
  '1-10': { kind: 'grain_field', edges: 'road' },
  '1-11': { kind: 'village', edges: 'road', cost: { stone: 1 } },
  '1-12': { kind: 'village', edges: 'river', cost: { wood: 1 } },
  '1-13': { kind: 'pasture', edges: 'plain' },
  '1-14': { kind: 'grain_field', edges: 'plain' },
  '1-15': { kind: 'quarry', edges: 'plain' },
  '1-16': { kind: 'forest', edges: 'plain' },
  '1-17': { kind: 'quarry', edges: 'plain' },
  '1-18': { kind: 'castle_moil', edges: 'plain', cost: { wood: 1, stone: 1, grain: 1 } },
  '1-19': { kind: 'castle_stalker', edges: 'river', cost: { wood: 1, stone: 1 } },
  '1-20': { kind: 'forest', edges: 'plain' },
  '1-21': { kind: 'village', edges: 'plain', cost: { wood: 1 } },
  '1-22': { kind: 'armadale_castle', edges: 'plain', cost: { wood: 1, stone: 1 } },
  '1-23': { kind: 'butcher_cattle', edges: 'plain' },
  '2-01': { kind: 'quarry', edges: 'plain' },
  '2-02': { kind: 'tavern_3', edges: 'plain', cost: { whisky: 1 } },
  '2-03': { kind: 'butcher_mixed', edges: 'plain', cost: { wood: 1 } },
  '2-04': { kind: 'loch_morar', edges: 'river' },
  '2-05': { kind: 'distillery', edges: 'plain', cost: { stone: 1 } },
  '2-06': { kind: 'loch_ness', edges: 'river', cost: { member: 1 } },
  '2-07': { kind: 'castle_of_mey', edges: 'plain', cost: { wood: 1, stone: 1, cattle: 1 } },
  '2-08': { kind: 'pasture', edges: 'road' },
  '2-09': { kind: 'forest', edges: 'road' },
  '2-10': { kind: 'village', edges: 'road', cost: { wood: 1 } },
  '2-11': { kind: 'tavern_3', edges: 'plain', cost: { whisky: 1 } },
  '2-12': { kind: 'duart_castle', edges: 'plain', cost: { wood: 1, stone: 1, sheep: 1 } },
  '2-13': { kind: 'village', edges: 'river', cost: { stone: 1 } },
  '2-14': { kind: 'village', edges: 'plain', cost: { wood: 1 } },
  '2-15': { kind: 'grain_field', edges: 'plain' },
  '2-16': { kind: 'grain_field', edges: 'plain' },
  '2-17': { kind: 'iona_abbey', edges: 'road', cost: { wood: 1, stone: 1, sheep: 1 } },
  '2-18': { kind: 'fair_medium', edges: 'road', cost: { wood: 1 } },
  '2-19': { kind: 'meadow', edges: 'river' },
  '3-01': { kind: 'cawdor_castle', edges: 'plain', cost: { wood: 1, stone: 1, cattle: 1 } },
  '3-02': { kind: 'loch_shiel', edges: 'river' },
  '3-03': { kind: 'forest', edges: 'plain' },
  '3-04': { kind: 'grain_field', edges: 'plain' },
  '3-05': { kind: 'fair_large', edges: 'road', cost: { wood: 1 } },
  '3-06': { kind: 'grocer', edges: 'plain', cost: { stone: 1 } },
  '3-07': { kind: 'meadow', edges: 'plain' },
  '3-08': { kind: 'village', edges: 'river', cost: { wood: 1 } },
  '3-09': { kind: 'distillery', edges: 'road', cost: { stone: 1 } },
  '3-10': { kind: 'loch_oich', edges: 'river', cost: { different: 2 } },
  '3-11': { kind: 'village', edges: 'road', cost: { stone: 1 } },
  '3-12': { kind: 'village', edges: 'plain', cost: { stone: 1 } },
  '3-13': { kind: 'tavern_4', edges: 'plain', cost: { whisky: 1 } },
  '3-14': { kind: 'donan_castle', edges: 'road', cost: { wood: 1, stone: 1, grain: 1 } },
  '3-15': { kind: 'pasture', edges: 'plain' },
  '3-16': { kind: 'bridge', edges: 'river' },
  '3-17': { kind: 'quarry', edges: 'road' },
}
