/** Where things are at the wheel, in the units of its board: 460 wide, around its middle. */

export const WHEEL = 460
export const SPACES = 12
/** How far from the middle prices and figures stand. */
export const PRICE_RADIUS = 82.6
export const FIGURE_RADIUS = 126
/** The shield itself, and its inner plate. */
export const SHIELD_RADIUS = 101.6
export const PLATE_RADIUS = 60.6
export const TILE_SIDE = 70

/** How far from the middle the tile of a space lies: further out towards the corners, so that none covers another. */
export function tileRadius(space: number): number {
  return space % 3 === 0 ? 185 : 204
}

/** Where a space is at a distance from the middle: space 0 at the top, then clockwise. */
export function spotOf(space: number, radius: number): { x: number; y: number } {
  const angle = (space * 2 * Math.PI) / SPACES
  return { x: radius * Math.sin(angle), y: -radius * Math.cos(angle) }
}

/** The same as shares of the board's side, for what lies over it. */
export function shareOf(space: number, radius: number): { left: string; top: string } {
  const { x, y } = spotOf(space, radius)
  const share = (value: number) => `${((value / WHEEL + 0.5) * 100).toFixed(3)}%`
  return { left: share(x), top: share(y) }
}

/** The price on the shield next to a space once 0 stands at space `turned`. */
export function priceAt(space: number, turned: number): number {
  return (((space - turned) % SPACES) + SPACES) % SPACES
}

/**
 * How often the shield has been turned, as a number that goes on past a whole turn: it turns forward, as far as there
 * is to go, and back only where that is a move taken back.
 */
export function turnTo(turned: number, before: number): number {
  const forward = (((turned - before) % SPACES) + SPACES) % SPACES
  return forward > 9 ? before + forward - SPACES : before + forward
}

/** How many spaces 0 went forward between two of them; none where it was taken back. */
export function wayOf(from: number, to: number): number {
  return Math.max(0, turnTo(to, from) - from)
}

/** The spaces for which a turn takes its time; from there on it goes faster. */
export const UNHURRIED = 3

/** The way that 0 has come, as an arc outside the shield. */
export function arcOf(from: number, to: number, radius: number): string {
  const end = spotOf(to - 0.3, radius)
  const start = spotOf(from + 0.1, radius)
  const number = (value: number) => value.toFixed(1)
  const large = to - from - 0.4 > SPACES / 2 ? 1 : 0
  return `M${number(start.x)} ${number(start.y)}A${radius} ${radius} 0 ${large} 1 ${number(end.x)} ${number(end.y)}`
}
