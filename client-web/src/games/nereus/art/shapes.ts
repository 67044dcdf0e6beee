/** Shapes that are computed. */

function point(radius: number, turn: number): string {
  const angle = turn * 2 * Math.PI
  const round = (value: number) => Math.round(value * 100) / 100 + 0
  return `${round(radius * Math.cos(angle))},${round(radius * Math.sin(angle))}`
}

/** A seal with fourteen teeth. */
export const SEAL = Array.from({ length: 28 }, (_, at) => point(at % 2 === 0 ? 18.5 : 16.28, at / 28)).join(' ')

/** A slice of a circle of radius .96, clockwise from the top. */
export function wedge(at: number, slices: number): string {
  const edge = (slice: number) => point(0.96, slice / slices - 0.25)
  return `M0 0L${edge(at)}A.96 .96 0 0 1 ${edge(at + 1)}z`
}

/** How wide something of a height is; a length of CSS leaves that to the picture. */
export function wide(height: number | string, ratio: number): number | undefined {
  return typeof height === 'number' ? height * ratio : undefined
}
