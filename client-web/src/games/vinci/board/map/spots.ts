/** Where things stand in a province: its pieces, and next to them forts, coins and signs. */

import { PROVINCES, type Province } from '../../data.generated'
import { depth, polygonOf, type Point } from './lines'
import type { Holding } from './marks'

/** Next to the pieces: a fort stands on their number, a minus before and a plus behind them. */
export const FORT: Point = { x: 15, y: -25 }
export const MINUS: Point = { x: -37, y: -9 }
export const PLUS: Point = { x: 38, y: -2 }

/** How much higher than the middle of a province the pieces of a living empire stand. */
const HIGH = 4

/** The middle of the pieces: the name lies below it, so that flat ones stand a little higher. */
export function restOf(province: Province, holding: Holding | undefined): Point {
  const [x, y] = PROVINCES[province].centre
  if (holding?.seat === undefined || holding.declined === true) return { x, y: y - 8 }
  return { x: x + aside(province), y: y - HIGH }
}

/** Half as wide as a letter of a name, and how high a name is above its line. */
const LETTER = 5.2
const CAPITAL = 13

/** The room of a stack with its number around its middle, and how far it may stand aside. */
const STACK = { wide: 27, above: 20, below: 15 }
const ASIDES = [0, 4, -4, 8, -8, 12, -12]

const stacks = new Map<Province, number>()

/** How far a stack stands aside, so that the names of neighbours can be read. */
function aside(province: Province): number {
  const known = stacks.get(province)
  if (known !== undefined) return known
  const [x, y] = PROVINCES[province].centre
  const covers = (by: number): number =>
    Object.values(PROVINCES).reduce((sum, { label, lines }) => {
      const wide = Math.max(...lines.map((line) => line.length)) * LETTER
      const across = STACK.wide + wide - Math.abs(x + by - label[0])
      const top = Math.max(y - HIGH - STACK.above, label[1] - CAPITAL)
      const foot = Math.min(y - HIGH + STACK.below, label[1] + 16 * (lines.length - 1))
      return sum + (foot > top ? Math.max(0, across) : 0)
    }, 0)
  const best = ASIDES.reduce((one, other) => (covers(other) < covers(one) ? other : one))
  stacks.set(province, best)
  return best
}

/** Around the pieces, the best places first where all have room alike. */
const AROUND: readonly Point[] = [
  { x: -40, y: -14 },
  { x: -2, y: -38 },
  { x: 30, y: -30 },
  { x: -28, y: -32 },
  { x: 45, y: -4 },
  { x: -46, y: 2 },
  { x: 43, y: -20 },
  { x: 14, y: -38 },
  { x: -16, y: -38 },
  { x: 46, y: 14 },
  { x: -44, y: 18 },
  { x: -34, y: 32 },
  { x: 34, y: 34 },
  { x: 0, y: 42 },
]

/** Half as broad as a coin with its rim. */
const COIN = 17

/** How much nearer a coin stands to a plain piece, which has no number next to it. */
const NEAR = 0.9

const found = new Map<string, Point>()

/** The middle of the coin with a cost: alone where pieces would stand, else as far inside as there is room next to them. */
export function coinSpot(province: Province, holding: Holding | undefined, size = 1): Point {
  const rest = restOf(province, holding)
  if (holding === undefined) return rest
  const by = beside(province, holding.seat === undefined ? NEAR : 1)
  return { x: PROVINCES[province].centre[0] + by.x * size, y: rest.y + by.y * size }
}

/** How near a coin comes to a name, at most so much as it is broad. */
function named({ x, y }: Point): number {
  return Math.max(
    ...Object.values(PROVINCES).map(({ label, lines }) => {
      const wide = Math.max(...lines.map((line) => line.length)) * LETTER
      const aside = Math.max(0, Math.abs(x - label[0]) - wide)
      const above = Math.max(0, label[1] - CAPITAL - y, y - label[1] - 16 * (lines.length - 1))
      return Math.max(0, COIN - Math.hypot(aside, above))
    }),
  )
}

/** How near a coin comes to the pieces of other provinces, or to the coin where there are none. */
function covered({ x, y }: Point, province: Province): number {
  return Math.max(
    ...Object.entries(PROVINCES).map(([other, { centre }]) =>
      other === province ? 0 : Math.max(0, 2 * COIN - Math.hypot(x - centre[0], y - centre[1] + HIGH)),
    ),
  )
}

function beside(province: Province, far: number): Point {
  const key = `${province} ${far}`
  const known = found.get(key)
  if (known !== undefined) return known
  const polygon = polygonOf(province)
  const { centre, sign } = PROVINCES[province]
  let best = AROUND[1] ?? { x: 0, y: -38 }
  let most = -Infinity
  AROUND.forEach((around, at) => {
    const by = { x: around.x * far, y: around.y * far }
    const point = { x: centre[0] + by.x, y: centre[1] - HIGH + by.y }
    const off = sign === undefined ? 99 : Math.hypot(point.x - sign[0], point.y - sign[1])
    const beyond = point.x < 18 || point.x > 982 || point.y < 18 || point.y > 682 ? 60 : 0
    const inside = Math.min(COIN, depth(point, polygon)) - at * 0.8
    const good = inside - Math.max(0, 30 - off) - 2 * named(point) - covered(point, province) - beyond
    if (good > most) [best, most] = [by, good]
  })
  found.set(key, best)
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
