/** The veil over so many rows, in hundredths of a tile: it begins under the ship and ends in a point. */
export function veilOf(rows: number, small: boolean): { area: string; edge: string } {
  const side = small ? 3 : 6
  const point = small ? 0 : 10
  const tip = Math.max(0, 100 * rows - (small ? 3 : 3.6))
  const shoulder = Math.max(0, tip - point)
  const middle = point === 0 ? '' : `L50 ${tip}`
  const edge = `M${side} 0V${shoulder}${middle}L${100 - side} ${shoulder}V0`
  return { area: `${edge}z`, edge }
}
