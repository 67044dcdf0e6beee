/** What the tiles of civilization do: their numbered rules, what they bring now, and how they defend. */

import { TILES, TILES_1, type Terrain, type Tile, type TileName } from '../data.generated'
import { held, isFirst, playerOf, type Position } from './position'

/** The rule of each tile. */
export const RULES: Readonly<Record<TileName, string>> = {
  agriculture: 'X1',
  agriculture_ruin: 'X1',
  livestock: 'X2',
  livestock_ruin: 'X2',
  mining: 'X3',
  mining_ruin: 'X3',
  port: 'X4',
  port_ruin: 'X4',
  slavery: 'X5',
  currency: 'X6',
  weapons: 'X7',
  espionage: 'X8',
  fortification: 'X9',
  shipbuilding: 'X10',
  general: 'X11',
  militia: 'X12',
  mountaineers: 'X13',
  astronomy: 'X14',
  barbarians: 'X15',
  diplomacy: 'X16',
  heritage: 'X17',
  medicine: 'X18',
  messenger: 'X19',
  rebirth: 'X20',
  revolution: 'X21',
  specialization: 'X22',
}

const SIGNS: Readonly<Partial<Record<TileName, 'farmland' | 'pasture' | 'mountain' | 'mine' | 'port' | 'every'>>> = {
  agriculture: 'farmland',
  agriculture_ruin: 'farmland',
  livestock: 'pasture',
  livestock_ruin: 'pasture',
  mining: 'mine',
  mining_ruin: 'mine',
  port: 'port',
  port_ruin: 'port',
  currency: 'every',
  mountaineers: 'mountain',
}

/** What the terrain alone costs. */
export const GROUND: Readonly<Record<Terrain, number>> = { farmland: 2, pasture: 2, hills: 2, forest: 3, mountain: 3 }

export function known(tile: string): TileName {
  return tile as TileName
}

/** A ruin variant does what its tile does. */
export function kindOf(tile: TileName): string {
  return tile.replace(/_ruin$/, '')
}

/** What is printed on a tile, by the rules of the table. */
export function printedOf(position: Position, tile: string): Tile {
  return (isFirst(position) ? TILES_1[known(tile)] : undefined) ?? TILES[known(tile)]
}

/** What tiles multiply their numbers by. */
function factor(position: Position, tiles: readonly string[]): number {
  return tiles.some((tile) => {
    const { doubles, copies } = printedOf(position, tile)
    return doubles === true || copies === true
  })
    ? 2
    : 1
}

/** The pieces that a tile brings in a pair: those of a tile that is copied twice. */
export function piecesFrom(position: Position, tile: string, pair: readonly string[]): number {
  const { copies, population } = printedOf(position, tile)
  const twice = copies !== true && pair.some((each) => printedOf(position, each).copies === true)
  return population * (twice ? 2 : 1)
}

/** The points that a tile brings in this turn as it stands; undefined where it brings none by its nature. */
export function worth(position: Position, seat: number, tile: string, declined: boolean): number | undefined {
  const player = playerOf(position, seat)
  const { points } = printedOf(position, tile)
  if (player === undefined || points === undefined) return undefined
  const each = points * factor(position, declined ? player.ruins : player.tiles)
  const provinces = lasting(position, seat, declined)
  if (isFirst(position) && tile === 'currency') return provinces.length > 0 ? each : 0
  if (tile === 'slavery') return each * (position.turn?.seat === seat ? (position.turn.slain ?? 0) : 0)
  const sign = SIGNS[known(tile)]
  return each * provinces.filter((name) => bears(position, name, sign)).length
}

function bears(position: Position, province: string, sign: string | undefined): boolean {
  if (sign === 'every') return true
  const printed = position.board.provinces[province]
  if (sign === 'port') return printed?.port === true
  if (sign === 'mine') return printed?.mine === true
  return printed?.terrain === sign
}

/** The provinces of an empire that have a piece or can have one: of the empty ones those first that bring most. */
function lasting(position: Position, seat: number, declined: boolean): readonly string[] {
  const provinces = held(position, seat, declined)
  const lying = (name: string): number => position.land[name]?.pieces ?? 0
  const player = playerOf(position, seat)
  const tiles = (declined ? player?.ruins : player?.tiles) ?? []
  const scoring = tiles.filter((tile) => !(isFirst(position) && tile === 'currency'))
  const brings = (name: string): number =>
    scoring
      .filter((tile) => SIGNS[known(tile)] !== undefined && bears(position, name, SIGNS[known(tile)]))
      .reduce(
        (sum, tile) => sum + (printedOf(position, tile).points ?? 0) * factor(position, tiles),
        scores(position, name) ? 1 : 0,
      )
  const spare = provinces.reduce((sum, name) => sum + Math.max(0, lying(name) - 1), player?.hand ?? 0)
  const empty = provinces.filter((name) => lying(name) === 0).sort((one, other) => brings(other) - brings(one))
  const lost = new Set(empty.slice(Math.max(0, spare)))
  return provinces.filter((name) => !lost.has(name))
}

/** Mountains bring no point for being held. */
function scores(position: Position, province: string): boolean {
  return position.board.provinces[province]?.terrain !== 'mountain'
}

/** The provinces of an empire that bring points for being held. */
export function plain(position: Position, seat: number, declined: boolean): number {
  return lasting(position, seat, declined).filter((name) => scores(position, name)).length
}

/** What the turn would bring if only some provinces of the empire stayed: the pieces of the others come into the hand. */
export function keeping(position: Position, seat: number, kept: readonly string[]): number {
  const player = playerOf(position, seat)
  if (player === undefined) return 0
  const gone = held(position, seat).filter((name) => !kept.includes(name))
  const back = gone.reduce((sum, name) => sum + (position.land[name]?.pieces ?? 0), 0)
  const land = Object.fromEntries(Object.entries(position.land).filter(([name]) => !gone.includes(name)))
  const players = { ...position.players, [seat]: { ...player, hand: player.hand + back } }
  const then = { ...position, land, players }
  const tiled = (tiles: readonly string[], declined: boolean): number =>
    tiles.reduce((sum, tile) => sum + (worth(then, seat, tile, declined) ?? 0), plain(then, seat, declined))
  return tiled(player.tiles, false) + tiled(player.ruins, true)
}

/** What an attack on a province of your own with so many pieces takes, before what the attacker's tiles take off. */
export function defence(position: Position, seat: number, province: string, pieces: number): number {
  const terrain = position.board.provinces[province]?.terrain ?? 'hills'
  const fort = position.land[province]?.fort === true ? 1 : 0
  const tiles = playerOf(position, seat)?.tiles ?? []
  const tiled = tiles
    .filter((tile) => tile === 'militia' || (tile === 'mountaineers' && terrain === 'mountain'))
    .reduce((sum, tile) => sum + (printedOf(position, tile).defence ?? 0) * factor(position, tiles), 0)
  return GROUND[terrain] + pieces + fort + (pieces > 0 ? tiled : 0)
}

/** Whether all pieces stay in the ruins. */
export function keepsGarrisons(position: Position, tiles: readonly string[]): boolean {
  return isFirst(position) && tiles.includes('heritage')
}

/** Whether an empire may touch the ruins of its player. */
export function sparesRuins(position: Position, seat: number | undefined): boolean {
  return !isFirst(position) && playerOf(position, seat)?.tiles.includes('heritage') === true
}

/** Whether the new people enters in the turn of the decline. */
export function returnsAtOnce(position: Position, tiles: readonly string[]): boolean {
  return isFirst(position) && tiles.includes('rebirth')
}

/** What a decline changes. */
export interface Fall {
  /** The old ruins that go, and the tiles with them. */
  ruins: readonly string[]
  lost: readonly string[]
  /** The provinces that become ruins, and the tiles that stay or go. */
  provinces: readonly string[]
  staying: readonly string[]
  going: readonly string[]
  /** Pieces that leave the map. */
  pieces: number
  /** The points that the new ruins bring a turn. */
  income: number
}

export function fallOf(position: Position, seat: number): Fall {
  const player = playerOf(position, seat)
  const tiles = player?.tiles ?? []
  const provinces = held(position, seat)
  const staying = tiles.filter((tile) => printedOf(position, tile).stays === true)
  const lying = provinces.reduce((sum, name) => sum + (position.land[name]?.pieces ?? 0), 0)
  const stay = keepsGarrisons(position, tiles) ? lying : provinces.length
  const tiled = staying.reduce((sum, tile) => {
    const sign = SIGNS[known(tile)]
    return (
      sum + (printedOf(position, tile).points ?? 0) * provinces.filter((name) => bears(position, name, sign)).length
    )
  }, 0)
  return {
    ruins: held(position, seat, true),
    lost: player?.ruins ?? [],
    provinces,
    staying,
    going: tiles.filter((tile) => !staying.includes(tile)),
    pieces: Math.max(0, lying + (player?.hand ?? 0) - stay),
    income: plain(position, seat, false) + tiled,
  }
}
