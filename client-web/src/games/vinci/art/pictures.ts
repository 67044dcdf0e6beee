/** What is pictured on each civilization tile, and how its effect is written: a figure in one of five shapes. */

import Amphora from '~icons/game-icons/amphora'
import Anchor from '~icons/game-icons/anchor'
import Astrolabe from '~icons/game-icons/astrolabe'
import Barbarian from '~icons/game-icons/barbarian'
import Caduceus from '~icons/game-icons/caduceus'
import Helmet from '~icons/game-icons/centurion-helmet'
import Cow from '~icons/game-icons/cow'
import Swords from '~icons/game-icons/crossed-swords'
import Hammer from '~icons/game-icons/hammer-drop'
import Hooded from '~icons/game-icons/hooded-figure'
import Manacles from '~icons/game-icons/manacles'
import Mining from '~icons/game-icons/mining'
import Climber from '~icons/game-icons/mountain-climbing'
import Dove from '~icons/game-icons/peace-dove'
import Pitchfork from '~icons/game-icons/pitchfork'
import Revolt from '~icons/game-icons/revolt'
import Tower from '~icons/game-icons/stone-tower'
import Sunrise from '~icons/game-icons/sunrise'
import Trireme from '~icons/game-icons/trireme'
import Coins from '~icons/game-icons/two-coins'
import Wheat from '~icons/game-icons/wheat'
import Wingfoot from '~icons/game-icons/wingfoot'
import { TILES, type TileName } from '../data.generated'

type Icon = typeof Wheat

/** The pictures by the first word of the tile: a tile that stays has the picture of the one that does not. */
export const PICTURES: Readonly<Record<string, Icon>> = {
  agriculture: Wheat,
  livestock: Cow,
  mining: Mining,
  port: Anchor,
  slavery: Manacles,
  currency: Coins,
  weapons: Swords,
  espionage: Hooded,
  fortification: Tower,
  shipbuilding: Trireme,
  general: Helmet,
  militia: Pitchfork,
  mountaineers: Climber,
  astronomy: Astrolabe,
  barbarians: Barbarian,
  diplomacy: Dove,
  heritage: Amphora,
  medicine: Caduceus,
  messenger: Wingfoot,
  rebirth: Sunrise,
  revolution: Revolt,
  specialization: Hammer,
}

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
export function effectOf(tile: TileName): Effect | undefined {
  const { points, attack, defence, forts, levies, growth, doubles } = TILES[tile]
  if (points !== undefined) return { kind: 'points', text: String(points) }
  if (attack !== undefined && defence !== undefined) return { kind: 'war', text: `±${attack}` }
  if (attack !== undefined) return { kind: 'war', text: `${MINUS}${attack}` }
  const plus = defence ?? forts
  if (plus !== undefined) return { kind: 'war', text: `+${plus}` }
  const more = levies ?? growth
  if (more !== undefined) return { kind: 'pieces', text: `+${more}` }
  return doubles === true ? { kind: 'times', text: '×2' } : undefined
}
