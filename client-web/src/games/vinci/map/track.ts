/**
 * The score track is the frame of the sheet: 150 fields, clockwise from the top left corner. The corners are 0 (and
 * 150), 45, 75 and 120; who has more goes on from the beginning.
 */

export const FIELDS = 150

/** The corners, and the fields between them: along the top, down the right side, back along the bottom, up the left. */
const CORNERS = [0, 45, 75, 120, FIELDS] as const

export interface Field {
  /** Its middle. */
  x: number
  y: number
  width: number
  height: number
}

/** The field of so many points on a frame of a width, height and depth. */
export function fieldOf(points: number, width: number, height: number, deep: number): Field {
  const field = ((Math.round(points) % FIELDS) + FIELDS) % FIELDS
  const side = CORNERS.findLastIndex((corner) => corner <= field)
  const first = CORNERS[side] ?? 0
  const fields = (CORNERS[side + 1] ?? FIELDS) - first
  const flat = side % 2 === 0
  const long = (flat ? width : height) - 2 * deep
  const each = long / (fields - 1)
  const step = field - first
  const along = step === 0 ? deep / 2 : deep + (step - 0.5) * each
  const size = step === 0 ? deep : each
  if (side === 0) return { x: along, y: deep / 2, width: size, height: deep }
  if (side === 1) return { x: width - deep / 2, y: along, width: deep, height: size }
  if (side === 2) return { x: width - along, y: height - deep / 2, width: size, height: deep }
  return { x: deep / 2, y: height - along, width: deep, height: size }
}

/** The fields that bear their number: every ten, and the corners. */
export function numbered(target: number): readonly number[] {
  const tens = Array.from({ length: FIELDS / 10 }, (_, ten) => ten * 10)
  return [...new Set([...tens, 45, 75, target % FIELDS])]
}

export interface Marker {
  seat: number
  points: number
  /** The points to which the turn would lead. */
  foreseen?: number | undefined
}

/** Markers on one field stand beside each other: how far each is from its middle, in shares of its size. */
export function besides(markers: readonly Marker[], seat: number): number {
  const own = markers.find((each) => each.seat === seat)
  const together = markers.filter((each) => own !== undefined && (each.points - own.points) % FIELDS === 0)
  return together.findIndex((each) => each.seat === seat) - (together.length - 1) / 2
}
