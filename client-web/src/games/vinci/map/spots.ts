/** Where things stand in a province: its pieces, and beside them forts, coins and signs. */

import { PROVINCES, type Province } from '../data.generated'
import { depth, polygonOf, type Point } from './lines'
import type { Holding } from './marks'

/** Beside the pieces: a fort stands on their number, a minus before and a plus behind them. */
export const FORT: Point = { x: 15, y: -25 }
export const MINUS: Point = { x: -37, y: -9 }
export const PLUS: Point = { x: 38, y: -2 }

/** How much higher than the middle of a province the pieces of a living empire stand. */
const HIGH = 4

/** The middle of the pieces: the name lies below it, so that flat ones stand a little higher. */
export function restOf(province: Province, holding: Holding | undefined): Point {
  const [x, y] = PROVINCES[province].centre
  return { x, y: y - (holding?.seat === undefined || holding.declined === true ? 8 : HIGH) }
}

/** Around the pieces, the best places first where all have room alike. */
const AROUND: readonly Point[] = [
  { x: -40, y: -14 },
  { x: -2, y: -38 },
  { x: 30, y: -30 },
  { x: -28, y: -32 },
  { x: 45, y: -4 },
  { x: -46, y: 2 },
]

const found = new Map<Province, Point>()

/** The middle of the coin with a cost: alone where pieces would stand, else as far inside as there is room beside them. */
export function coinSpot(province: Province, holding: Holding | undefined, size = 1): Point {
  const rest = restOf(province, holding)
  if (holding === undefined) return rest
  const by = beside(province)
  return { x: rest.x + by.x * size, y: rest.y + by.y * size }
}

/** How much of a coin would lie on a name. */
function named({ x, y }: Point): number {
  return Math.max(
    ...Object.values(PROVINCES).map(({ label, lines }) => {
      const wide = Math.max(...lines.map((line) => line.length)) * 4.7
      const aside = Math.max(0, Math.abs(x - label[0]) - wide)
      const above = Math.max(0, label[1] - 12 - y, y - label[1] - 16 * (lines.length - 1))
      return Math.max(0, 16 - Math.hypot(aside, above))
    }),
  )
}

function beside(province: Province): Point {
  const known = found.get(province)
  if (known !== undefined) return known
  const polygon = polygonOf(province)
  const { centre, sign } = PROVINCES[province]
  let best = AROUND[1] ?? { x: 0, y: -38 }
  let most = -Infinity
  AROUND.forEach((by, at) => {
    const point = { x: centre[0] + by.x, y: centre[1] - HIGH + by.y }
    const off = sign === undefined ? 99 : Math.hypot(point.x - sign[0], point.y - sign[1])
    const beyond = point.x < 18 || point.x > 982 || point.y < 18 || point.y > 682 ? 60 : 0
    const good = Math.min(18, depth(point, polygon)) - at * 1.5 - Math.max(0, 30 - off) - named(point) - beyond
    if (good > most) [best, most] = [by, good]
  })
  found.set(province, best)
  return best
}

/** The one of some provinces whose middle lies nearest to that of another. */
export function nearest(provinces: readonly string[], to: string): Province | undefined {
  const far = (province: Province): number => {
    const [[x, y], [x2, y2]] = [PROVINCES[province].centre, PROVINCES[to as Province].centre]
    return Math.hypot(x - x2, y - y2)
  }
  return [...(provinces as readonly Province[])].sort((one, other) => far(one) - far(other))[0]
}
