/** A drawing of pieces with marks over it, such as the one next to a rule: where everything lies, in pixels. */

export type Point = readonly [x: number, y: number]

/** A piece at its place: its top left corner, and how large it is. */
export interface Placed {
  x: number
  y: number
  size: number
}

interface Box {
  x: number
  y: number
  width: number
  height: number
}

export type Mark =
  /** A sheet or a board below the pieces. */
  | ({ is: 'ground'; fill?: string } & Box)
  /** Sun around what can be done, heather around what was just laid. */
  | ({ is: 'can' | 'new'; round?: boolean } & Box)
  /** A place that is free, or that was left. */
  | ({ is: 'free' | 'left'; round?: boolean } & Box)
  | { is: 'yes' | 'no'; x: number; y: number }
  /** A letter or a number to which the words below come back; numbers are an order. */
  | { is: 'key'; x: number; y: number; text: string }
  /** A number or a sign between the pieces, by its middle. */
  | { is: 'text'; x: number; y: number; text: string; size?: number }
  /** `bend`: how far its middle is moved to the right of its way. */
  | { is: 'arrow'; from: Point; to: Point; bend?: number }

export interface Drawing<Item> {
  width: number
  height: number
  pieces: readonly (Item & Placed)[]
  marks?: readonly Mark[]
}

/** The line of an arrow, and where and how its head stands. */
export function arrowOf(from: Point, to: Point, bend = 0): { line: string; head: Point; turn: number } {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]]
  const far = Math.hypot(dx, dy) || 1
  const over: Point = [(from[0] + to[0]) / 2 - (2 * bend * dy) / far, (from[1] + to[1]) / 2 + (2 * bend * dx) / far]
  const turn = (Math.atan2(to[1] - over[1], to[0] - over[0]) * 180) / Math.PI
  return { line: `M${from.join(' ')}Q${over.map(Math.round).join(' ')} ${to.join(' ')}`, head: to, turn }
}

/** What of a drawing is not wholly within it, by its place: such a drawing is cut off. */
export function outside<Item>({ width, height, pieces, marks = [] }: Drawing<Item>): readonly string[] {
  const boxes = [...pieces.map(({ x, y, size }) => ({ x, y, width: size, height: size })), ...marks.map(boxOf)]
  return boxes
    .filter((box) => box.x < 0 || box.y < 0 || box.x + box.width > width || box.y + box.height > height)
    .map((box) => JSON.stringify(box))
}

function boxOf(mark: Mark): Box {
  if (mark.is === 'arrow') {
    const [x, y] = [0, 1].map((at) => Math.min(mark.from[at] ?? 0, mark.to[at] ?? 0)) as [number, number]
    return { x, y, width: Math.abs(mark.to[0] - mark.from[0]), height: Math.abs(mark.to[1] - mark.from[1]) }
  }
  if ('width' in mark) return mark
  const reach = mark.is === 'text' ? 6 : 9
  return { x: mark.x - reach, y: mark.y - reach, width: 2 * reach, height: 2 * reach }
}
