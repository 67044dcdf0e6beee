/** The pieces by the names that the engine gives them. */

export const FIGURES = ['warrior', 'noble', 'scout', 'goldsmith', 'fisherman', 'boatman'] as const
export type FigureName = (typeof FIGURES)[number]

export const ROWS = ['warrior', 'noble', 'scout', 'goldsmith', 'fisherman'] as const
export type RowName = (typeof ROWS)[number]

export const BUILDINGS = ['farm', 'church', 'tower', 'hall'] as const
export type BuildingName = (typeof BUILDINGS)[number]

export const SHIPS = ['ship-red', 'ship-green', 'ship-yellow', 'ship-blue'] as const
export type ShipName = (typeof SHIPS)[number]

/** Island tiles, special buildings among them. */
export const ISLANDS = ['left', 'right', 'start', ...BUILDINGS, ...BUILDINGS.map((kind) => `special-${kind}` as const)]
export type IslandName = 'left' | 'right' | 'start' | BuildingName | `special-${BuildingName}`

export const SPECIALS = [
  ...(['five-gold', 'goldsmith-1', 'goldsmith-2', 'boat', 'noble-1', 'scout-1', 'fisherman-1', 'boatman-1'] as const),
  ...(['supply-3', 'gold-3', 'special-farm', 'special-church', 'special-tower', 'special-hall'] as const),
]
export type SpecialName = (typeof SPECIALS)[number]

/** The row that a sail names: the last one that its ship threatens. */
export const SAILS: Readonly<Record<ShipName, RowName>> = {
  'ship-red': 'noble',
  'ship-green': 'scout',
  'ship-yellow': 'goldsmith',
  'ship-blue': 'fisherman',
}

export function isShip(tile: string): tile is ShipName {
  return tile in SAILS
}

/** The building on an island tile. */
export function buildingOf(tile: string): BuildingName | undefined {
  const name = tile.replace('special-', '')
  return BUILDINGS.find((building) => building === name)
}

export function isSpecial(tile: string): boolean {
  return (SPECIALS as readonly string[]).includes(tile)
}
