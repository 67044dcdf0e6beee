/** What is pictured on each civilization tile, and how its effect is written: a figure in one of five shapes. */

import amphora from '~icons/small-icons/amphora?raw'
import anchor from '~icons/small-icons/anchor?raw'
import astrolabe from '~icons/small-icons/astrolabe?raw'
import barbarian from '~icons/small-icons/barbarian?raw'
import caduceus from '~icons/small-icons/caduceus?raw'
import helmet from '~icons/small-icons/centurion-helmet?raw'
import cow from '~icons/small-icons/cow?raw'
import swords from '~icons/small-icons/crossed-swords?raw'
import hammer from '~icons/small-icons/hammer-drop?raw'
import hooded from '~icons/small-icons/hooded-figure?raw'
import manacles from '~icons/small-icons/manacles?raw'
import mining from '~icons/small-icons/mining?raw'
import climber from '~icons/small-icons/mountain-climbing?raw'
import dove from '~icons/small-icons/peace-dove?raw'
import pitchfork from '~icons/small-icons/pitchfork?raw'
import revolt from '~icons/small-icons/revolt?raw'
import tower from '~icons/small-icons/stone-tower?raw'
import sunrise from '~icons/small-icons/sunrise?raw'
import trireme from '~icons/small-icons/trireme?raw'
import coins from '~icons/small-icons/two-coins?raw'
import wheat from '~icons/small-icons/wheat?raw'
import wingfoot from '~icons/small-icons/wingfoot?raw'
import type { Tile, TileName } from '../data.generated'

const svgs = {
  agriculture: wheat,
  livestock: cow,
  mining,
  port: anchor,
  slavery: manacles,
  currency: coins,
  weapons: swords,
  espionage: hooded,
  fortification: tower,
  shipbuilding: trireme,
  general: helmet,
  militia: pitchfork,
  mountaineers: climber,
  astronomy: astrolabe,
  barbarians: barbarian,
  diplomacy: dove,
  heritage: amphora,
  medicine: caduceus,
  messenger: wingfoot,
  rebirth: sunrise,
  revolution: revolt,
  specialization: hammer,
}

/** The outline of a pictogram in a square of 512 x 512. */
function outline(svg: string): string {
  return [...svg.matchAll(/\bd="([^"]+)"/g)].map((match) => match[1]).join('')
}

/** The pictures by the first word of the tile: a tile that stays has the picture of the one that does not. */
export const PICTURES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(svgs).map(([name, svg]) => [name, outline(svg)]),
)

export function pictureOf(tile: TileName): string {
  return tile.replace(/_ruin$/, '')
}

/** `points` in black on a sun, `war` in white on blue, `pieces` in red in a broken ring, `times` on ink. */
export interface Effect {
  kind: 'points' | 'war' | 'pieces' | 'times'
  text: string
}

const MINUS = '\u2212'

/** The figure of what a tile does, where it is a figure. */
export function effectOf(tile: Tile): Effect | undefined {
  const { points, attack, defence, forts, levies, growth, spies, doubles, copies } = tile
  if (points !== undefined && attack === undefined) return { kind: 'points', text: String(points) }
  if (attack !== undefined && defence !== undefined) return { kind: 'war', text: `±${attack}` }
  if (attack !== undefined) return { kind: 'war', text: `${MINUS}${attack}` }
  const plus = defence ?? forts
  if (plus !== undefined) return { kind: 'war', text: `+${plus}` }
  const more = levies ?? growth
  if (more !== undefined) return { kind: 'pieces', text: `+${more}` }
  if (spies !== undefined) return { kind: 'war', text: '=2' }
  return doubles === true || copies === true ? { kind: 'times', text: '×2' } : undefined
}
