/** The way of a piece above the table: pure geometry, from places to frames of an animation. */

export interface Point {
  x: number
  y: number
}

/** A rectangle on the page. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

export const centre = (box: Box): Point => ({ x: box.x + box.width / 2, y: box.y + box.height / 2 })

/** The box around boxes. */
export function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x))
  const y = Math.min(...boxes.map((box) => box.y))
  const right = Math.max(...boxes.map((box) => box.x + box.width))
  const bottom = Math.max(...boxes.map((box) => box.y + box.height))
  return { x, y, width: right - x, height: bottom - y }
}

/** The point of a box's edge nearest to a point; what lies in a corner of the box goes to that corner. */
export function toEdge(point: Point, box: Box, corner: number): Point {
  const right = box.x + box.width
  const bottom = box.y + box.height
  const left = point.x - box.x
  const top = point.y - box.y
  const nearX = left < right - point.x ? box.x : right
  const nearY = top < bottom - point.y ? box.y : bottom
  const farX = Math.min(left, right - point.x)
  const farY = Math.min(top, bottom - point.y)
  if (farX < corner && farY < corner) return { x: nearX, y: nearY }
  return farX < farY ? { x: nearX, y: point.y } : { x: point.x, y: nearY }
}

/** The way along the rim of a board: out to the rim, past every space on its outer side, in again. */
export function alongRim(from: Point, spaces: readonly Box[], to: Point, board: Box): Point[] {
  const corner = Math.max(...spaces.map((space) => Math.max(space.width, space.height))) * 0.8
  return [from, ...[from, ...spaces.map(centre)].map((point) => toEdge(point, board, corner)), to].filter(
    (point, index, all) => index === 0 || distance(point, all[index - 1] as Point) > 0.5,
  )
}

export const distance = (one: Point, other: Point): number => Math.hypot(one.x - other.x, one.y - other.y)

/** Where one is on a way of straight pieces after a share of its length. */
export function pointOn(way: readonly Point[], share: number): Point {
  const first = way[0] as Point
  const lengths = way.slice(1).map((point, index) => distance(way[index] as Point, point))
  let left = lengths.reduce((sum, length) => sum + length, 0) * share
  for (const [index, length] of lengths.entries()) {
    const [one, other] = [way[index] as Point, way[index + 1] as Point]
    if (left <= length && length > 0) {
      return { x: one.x + ((other.x - one.x) * left) / length, y: one.y + ((other.y - one.y) * left) / length }
    }
    left -= length
  }
  return way.at(-1) ?? first
}

export interface Frame extends Point {
  /** Share of the whole time. */
  offset: number
  scale: number
  /** How high it is held, from 0 to 1. */
  height: number
}

export interface Travel {
  way: readonly Point[]
  /** Scale at the beginning and at the end. */
  scale: readonly [number, number]
  arc: number
  /** Share of the time for taking it up, and the same for laying it down. */
  grip: number
}

const SAMPLES = 24

/** Frames with equal distances in time: taken up, carried with the ease of a hand, laid down. */
export function frames({ way, scale: [begin, end], arc, grip }: Travel): Frame[] {
  return Array.from({ length: SAMPLES + 1 }, (_, index): Frame => {
    const offset = index / SAMPLES
    const travelled = ease(clamp((offset - grip) / (1 - 2 * grip)))
    const height = grip === 0 ? Math.sin(Math.PI * offset) : clamp(Math.min(offset, 1 - offset) / grip)
    const { x, y } = pointOn(way, travelled)
    const bend = arc * 4 * travelled * (1 - travelled)
    return { offset, x, y: y - bend, scale: begin + (end - begin) * travelled, height }
  })
}

const clamp = (value: number): number => Math.min(1, Math.max(0, value))

/** Close to the token `--e-hand`: a slow start, and a longer end. */
function ease(share: number): number {
  const smooth = share * share * (3 - 2 * share)
  return smooth + (1 - smooth) * smooth * 0.45
}
