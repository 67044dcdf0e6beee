/** The mainland: an arm on top and one down the left side, with a rounded cove between them. */

export interface Corner {
  width: number
  height: number
  /** How broad the arm at the left is, and how high the one on top. */
  left: number
  top: number
  /** How far the upper arm reaches. */
  reach: number
}

export function mainlandOf({ width, height, left, top, reach }: Corner): string {
  const end = Math.min(width, Math.max(reach, left * 1.4))
  /** On small boards every bow is smaller, too. */
  const bow = (size: number) => Math.round(size * Math.min(1, top / 50, left / 80) * 100) / 100
  const tip =
    end >= width
      ? `H${width}V${top}`
      : `H${end - bow(10)}Q${end + bow(6)} ${bow(4)} ${end} ${top * 0.45}Q${end - bow(6)} ${top - bow(2)} ${end - bow(24)} ${top}`
  const cove = `H${left + bow(14)}Q${left} ${top} ${left} ${top + bow(14)}`
  const foot = `V${height - bow(26)}Q${left - bow(2)} ${height - bow(6)} ${left - bow(22)} ${height - bow(3)}`
  return `M0 ${bow(11)}Q0 0 ${bow(11)} 0${tip}${cove}${foot}Q${left * 0.5} ${height} ${bow(11)} ${height}Q0 ${height} 0 ${height - bow(11)}z`
}

/** How many rows stand at the left arm, and how much higher than the upper arm each of them is. */
const ROWS = 6
const HIGHER = 1 / 0.68

/** Places for tufts of grass, the same for the same land: at the left on the lines between the rows, next to all numbers. */
export function tuftsOf({ left, top, reach }: Corner): readonly { x: number; y: number }[] {
  const tufts: { x: number; y: number }[] = []
  for (let row = 1; row < ROWS; row += 1) {
    tufts.push({ x: 14 + ((row * 37) % Math.max(1, left - 30)), y: top + row * (top - 4) * HIGHER })
  }
  for (let at = 0; left + at * 83 + 60 < reach - 30; at += 1) {
    tufts.push({ x: left + 30 + at * 83, y: 14 + ((at * 23) % Math.max(1, top - 24)) })
  }
  return tufts
}
