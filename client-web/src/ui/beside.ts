/** Where a sheet lies next to what it speaks of, without covering it, and inside the window. */

interface Size {
  width: number
  height: number
}
type Rect = Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>

/** Pixels between the two, and to the edge of the window. */
const GAP = 8

/** Below it, else above, else at the side that has more room. */
export function beside(from: Rect, sheet: Size, page: Size): { left: number; top: number } {
  const inside = (at: number, length: number, room: number) => Math.max(GAP, Math.min(at, room - length - GAP))
  const middle = (from.left + from.right - sheet.width) / 2
  const left = inside(middle, sheet.width, page.width)
  if (from.bottom + GAP + sheet.height <= page.height - GAP) return { left, top: Math.max(GAP, from.bottom + GAP) }
  if (from.top - GAP - sheet.height >= GAP) return { left, top: from.top - GAP - sheet.height }
  const right = page.width - from.right > from.left
  return {
    left: inside(right ? from.right + GAP : from.left - GAP - sheet.width, sheet.width, page.width),
    top: inside(from.top, sheet.height, page.height),
  }
}
