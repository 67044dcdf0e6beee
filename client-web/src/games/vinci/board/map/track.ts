/**
 * The score track is the frame of the sheet: 150 spaces, clockwise from the top left corner. The corners are 0 (and
 * 150), 45, 75 and 120; who has more goes on from the beginning.
 */

export const SPACES = 150

/** The corners, and the spaces between them: along the top, down the right side, back along the bottom, up the left. */
const CORNERS = [0, 45, 75, 120, SPACES] as const

export interface Space {
  /** Its middle. */
  x: number
  y: number
  width: number
  height: number
}

/** The space of so many points on a frame of a width, height and depth. */
export function spaceOf(points: number, width: number, height: number, deep: number): Space {
  const space = ((Math.round(points) % SPACES) + SPACES) % SPACES
  const side = CORNERS.findLastIndex((corner) => corner <= space)
  const first = CORNERS[side] ?? 0
  const spaces = (CORNERS[side + 1] ?? SPACES) - first
  const flat = side % 2 === 0
  const long = (flat ? width : height) - 2 * deep
  const each = long / (spaces - 1)
  const step = space - first
  const along = step === 0 ? deep / 2 : deep + (step - 0.5) * each
  const size = step === 0 ? deep : each
  if (side === 0) return { x: along, y: deep / 2, width: size, height: deep }
  if (side === 1) return { x: width - deep / 2, y: along, width: deep, height: size }
  if (side === 2) return { x: width - along, y: height - deep / 2, width: size, height: deep }
  return { x: deep / 2, y: height - along, width: deep, height: size }
}

/** The spaces that bear their number: every ten, and the corners. */
export function numbered(target: number): readonly number[] {
  const tens = Array.from({ length: SPACES / 10 }, (_, ten) => ten * 10)
  return [...new Set([...tens, 45, 75, target % SPACES])]
}

export interface Marker {
  seat: number
  points: number
  /** The points to which the turn would lead. */
  foreseen?: number | undefined
}

/** Markers on one space stand next to each other: how far each is from its middle, in shares of its size. */
export function besides(markers: readonly Marker[], seat: number): number {
  const own = markers.find((each) => each.seat === seat)
  const together = markers.filter((each) => own !== undefined && (each.points - own.points) % SPACES === 0)
  return together.findIndex((each) => each.seat === seat) - (together.length - 1) / 2
}
