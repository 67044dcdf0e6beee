/** How a land lies in its box: its extent in tiles, the size of a tile, and what pinching and panning make of it. */

export interface Extent {
  left: number
  top: number
  columns: number
  rows: number
}

/** The smallest rectangle of cells around all that are given. */
export function extentOf(cells: Iterable<string>): Extent {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const cell of cells) {
    const [x, y] = place(cell)
    ;[left, top, right, bottom] = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)]
  }
  if (left === Infinity) return { left: 0, top: 0, columns: 1, rows: 1 }
  return { left, top, columns: right - left + 1, rows: bottom - top + 1 }
}

export function place(cell: string): [number, number] {
  const [x = 0, y = 0] = cell.split(',').map(Number)
  return [x, y]
}

export interface Size {
  width: number
  height: number
}

/** Tiles are never smaller, even if the land then does not fit; and never larger by themselves. */
export interface Limits {
  least: number
  most: number
}

/** Room around the land for rings and shadows. */
const MARGIN = 12

/** The size of a tile with which the whole extent fits into the box, within its limits. */
export function fit(extent: Extent, box: Size, { least, most }: Limits): number {
  const widest = (box.width - 2 * MARGIN) / extent.columns
  const highest = (box.height - 2 * MARGIN) / extent.rows
  return Math.max(least, Math.min(most, Math.floor(Math.min(widest, highest))))
}

export interface Look {
  /** The size of a tile in pixels. */
  tile: number
  /** Where the top left corner of the extent lies in the box. */
  x: number
  y: number
}

/** The extent in the middle of the box. */
export function centred(extent: Extent, box: Size, tile: number): Look {
  return {
    tile,
    x: Math.round((box.width - extent.columns * tile) / 2),
    y: Math.round((box.height - extent.rows * tile) / 2),
  }
}

/** The nearest look in which the land fills the box, or lies in its middle where it is smaller. */
export function held(look: Look, extent: Extent, box: Size): Look {
  const along = (at: number, room: number, size: number): number => {
    const spare = room - size
    if (spare >= 2 * MARGIN) return spare / 2
    return Math.min(MARGIN, Math.max(spare - MARGIN, at))
  }
  return {
    tile: look.tile,
    x: along(look.x, box.width, extent.columns * look.tile),
    y: along(look.y, box.height, extent.rows * look.tile),
  }
}

/** Larger or smaller around a point that stays where it is. */
export function zoomed(look: Look, factor: number, around: { x: number; y: number }, { least, most }: Limits): Look {
  const tile = Math.min(most, Math.max(least, look.tile * factor))
  const real = tile / look.tile
  return { tile, x: around.x - (around.x - look.x) * real, y: around.y - (around.y - look.y) * real }
}

/** Whether the land is larger than its box. */
export function isLarger({ tile }: Look, { columns, rows }: Extent, box: Size): boolean {
  return columns * tile > box.width || rows * tile > box.height
}
