/** The lines of the map: every border is one arc, and what lies within some provinces is a ring of arcs. */

import { ARCS, PROVINCES, type Province } from '../../data.generated'

export interface Point {
  x: number
  y: number
}

/** All provinces, in the order of the engine. */
export const ALL = Object.keys(PROVINCES) as readonly Province[]

/** A line from its first point and the steps from there. */
export function pointsOf(line: string): readonly Point[] {
  const numbers = (line.match(/-?\d+/g) ?? []).map(Number)
  const points: Point[] = []
  let [x, y] = [0, 0]
  for (let at = 0; at + 1 < numbers.length; at += 2) {
    x += numbers[at] ?? 0
    y += numbers[at + 1] ?? 0
    points.push({ x, y })
  }
  return points
}

const FORTH = ARCS.map(pointsOf)
const BACK = FORTH.map((points) => [...points].reverse())

/** The points of an arc, by its number from 1 on; negative ones are taken backwards. */
export function arcOf(number: number): readonly Point[] {
  return (number > 0 ? FORTH[number - 1] : BACK[-number - 1]) ?? []
}

const half = (value: number): number => Math.round(value * 5) / 10

/** A smooth line from the end of what is drawn already: through the middles of its sides, from end to end. */
function along(points: readonly Point[]): string {
  const last = points.length - 1
  if (last < 2)
    return points
      .slice(1)
      .map(({ x, y }) => `L${x} ${y}`)
      .join('')
  let said = ''
  for (let at = 1; at < last; at += 1) {
    const [point, next] = [points[at], points[at + 1]]
    if (point === undefined || next === undefined) continue
    const end = at === last - 1 ? next : { x: half(point.x + next.x), y: half(point.y + next.y) }
    said += `Q${point.x} ${point.y} ${end.x} ${end.y}`
  }
  return said
}

/** A smooth line of its own. */
export function curve(points: readonly Point[]): string {
  const [start] = points
  return start === undefined ? '' : `M${start.x} ${start.y}${along(points)}`
}

/** Arcs one after the other that close. */
function loop(arcs: readonly number[]): string {
  const start = arcOf(arcs[0] ?? 0)[0]
  return start === undefined ? '' : `M${start.x} ${start.y}${arcs.map((arc) => along(arcOf(arc))).join('')}z`
}

const name = ({ x, y }: Point): string => `${x} ${y}`

/** The arcs around some provinces together, ring by ring: what lies between two of them is left out. */
export function ringsOf(provinces: readonly Province[]): readonly (readonly number[])[] {
  const arcs = new Set(provinces.flatMap((province) => PROVINCES[province].ring))
  const outer = [...arcs].filter((arc) => !arcs.has(-arc))
  const from = new Map<string, number[]>()
  for (const arc of outer) {
    const start = arcOf(arc)[0]
    if (start !== undefined) from.set(name(start), [...(from.get(name(start)) ?? []), arc])
  }
  const rings: number[][] = []
  const used = new Set<number>()
  for (const first of outer) {
    if (used.has(first)) continue
    const ring: number[] = []
    let arc: number | undefined = first
    while (arc !== undefined) {
      ring.push(arc)
      used.add(arc)
      const end = arcOf(arc).at(-1)
      arc = end && from.get(name(end))?.find((next) => !used.has(next))
    }
    rings.push(ring)
  }
  return rings
}

/** What lies around some provinces together, as one path. */
export function outlineOf(provinces: readonly Province[]): string {
  return ringsOf(provinces).map(loop).join('')
}

/** The outline of every province. */
export const SHAPES = Object.fromEntries(ALL.map((province) => [province, loop(PROVINCES[province].ring)])) as Readonly<
  Record<Province, string>
>

/** All land as one, for what is drawn around the coasts. */
export const LAND = outlineOf(ALL)

/** The provinces with which one shares a border: those on the other side of its arcs. */
export function bordersOf(province: Province): readonly Province[] {
  const others = new Set(PROVINCES[province].ring.map((arc) => -arc))
  return ALL.filter((other) => PROVINCES[other].ring.some((arc) => others.has(arc)))
}

const inner = (arc: number): boolean => ALL.some((province) => PROVINCES[province].ring.includes(-arc))

/** The borders between provinces, each once. */
export const BORDERS = ARCS.map((_, at) => at + 1)
  .filter(inner)
  .map((arc) => curve(arcOf(arc)))
  .join('')

/** The corner points around a province. */
export function polygonOf(province: Province): readonly Point[] {
  return PROVINCES[province].ring.flatMap((arc) => arcOf(arc).slice(1))
}

/** How far a point lies from a line of points that closes, and on which side: negative outside. */
export function depth({ x, y }: Point, polygon: readonly Point[]): number {
  let inside = false
  let least = Infinity
  walk({ x, y }, polygon, (square, crosses) => {
    if (crosses) inside = !inside
    least = Math.min(least, square)
    return true
  })
  return (inside ? 1 : -1) * Math.sqrt(least)
}

/** Whether a point lies within a line that closes, and so far from it. */
export function isDeep(point: Point, polygon: readonly Point[], margin: number): boolean {
  let inside = false
  const far = walk(point, polygon, (square, crosses) => {
    if (crosses) inside = !inside
    return square >= margin * margin
  })
  return far && inside
}

/**
 * Go along a line that closes, with the square of how far a point lies from each side, and whether a ray from it crosses
 * that, for as long as the answer is yes. The map asks for thousands of points, so it makes nothing on its way.
 */
function walk(
  { x, y }: Point,
  polygon: readonly Point[],
  goesOn: (square: number, crosses: boolean) => boolean,
): boolean {
  let one = polygon.at(-1)
  for (const other of polygon) {
    if (one === undefined) return false
    const dx = other.x - one.x
    const dy = other.y - one.y
    const crosses = one.y > y !== other.y > y && x < one.x + ((y - one.y) * dx) / dy
    const share = Math.min(1, Math.max(0, ((x - one.x) * dx + (y - one.y) * dy) / (dx * dx + dy * dy || 1)))
    const away = x - one.x - share * dx
    const down = y - one.y - share * dy
    if (!goesOn(away * away + down * down, crosses)) return false
    one = other
  }
  return true
}
