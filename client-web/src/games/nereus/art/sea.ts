/** Where things lie on the sea, in units of its picture: spaces of 70 within a rim of 24. */

import { cellOf, seaSpacesOf, type Cell } from '../data'

export const CELL = 70
export const RIM = 24

export interface Spot {
  x: number
  y: number
}

/** What marks a space of the sea. */
export interface SeaSpaceMark {
  /** Dashes for a mere preview, a ring for what is possible, a thick one for what is chosen. */
  state: 'preview' | 'legal' | 'chosen'
  /** The gold for sailing there in all; nothing for what is free. */
  price?: number
  /** The owners that get a toll on the way: seats' colours or `neutral`. */
  tolls?: readonly string[]
}

export interface Sized extends Spot {
  size: number
}

/** How wide the picture of a sea with so many spaces a side is. */
export function widthOf(size: number): number {
  return size * CELL + 2 * RIM
}

/** The top left corner of a space. */
export function cornerOf(seaSpace: string): Spot {
  const { column, row } = cellOf(seaSpace)
  return { x: RIM + CELL * column, y: RIM + CELL * row }
}

export function middleOf(seaSpace: string): Spot {
  const { x, y } = cornerOf(seaSpace)
  return { x: x + CELL / 2, y: y + CELL / 2 }
}

/** Lines between spaces, the outer ones too. */
export function gridOf(size: number): string {
  const end = RIM + size * CELL
  return Array.from({ length: size + 1 }, (_, at) => {
    const line = RIM + at * CELL
    return `M${line} ${RIM}V${end}M${RIM} ${line}H${end}`
  }).join('')
}

/** Whether a space has the first of the two tints; spaces that touch at a corner share theirs. */
export function light({ column, row }: Cell): boolean {
  return (column + row) % 2 === 1
}

/** Two small waves a space, the same at every visit, the upper one in the upper half. */
export function wavesOf(size: number): string {
  return seaSpacesOf(size)
    .map((seaSpace, at) => {
      const { x, y } = cornerOf(seaSpace)
      const wave = (dx: number, dy: number) => `M${x + dx} ${y + dy}q2-3 4 0t4 0t4 0t4 0`
      return wave(6 + ((at * 37) % 42), 14 + ((at * 53) % 19)) + wave(6 + ((at * 29 + 17) % 42), 42 + ((at * 41) % 19))
    })
    .join('')
}

/** What treasures have to make room for on their space. */
export interface Room {
  /** The width of a tag in its lower right corner. */
  tag?: number
  ship?: boolean
  chosen?: boolean
}

/** Where so many treasures lie on a space, from its top left corner; never two at one place. */
export function treasuresAt(count: number, { tag = 0, ship = false, chosen = false }: Room): readonly Sized[] {
  const row = (y: number, size: number, step: number) =>
    Array.from({ length: count }, (_, at) => ({ x: CELL / 2 + (at - (count - 1) / 2) * step, y, size }))
  if (ship) return row(11, 21, 20)
  if (tag > 0) {
    if (count === 1) return [{ x: 30, y: 24, size: 33 }]
    if (count === 2) return row(24, 27.5, 29)
    if (tag > 30) return row(22, 22.5, 20.5)
    return [
      { x: 20, y: 21, size: 27 },
      { x: 50, y: 21, size: 27 },
      { x: 20, y: 48, size: 27 },
    ]
  }
  if (count === 1) return row(35, chosen ? 40 : 37, 0)
  if (count === 2) return row(35, chosen ? 33 : 31, 29)
  const size = chosen ? 31 : 29
  return [
    { x: 21, y: 23, size },
    { x: 49, y: 23, size },
    { x: 35, y: 48, size },
  ]
}

/** How wide the tag with a price and the discs of those who get a toll is, and how far apart the discs lie. */
export function tagOf(tolls: number): { width: number; step: number } {
  const width = Math.min(63, 27 + 18 * tolls)
  return { width, step: tolls === 0 ? 0 : (width - 27) / tolls }
}

/** Ships on one space; the neutral one may share it. */
export function shipsAt(count: number): readonly Sized[] {
  if (count < 2) return [{ x: 35, y: 35, size: 0.92 }]
  return [
    { x: 23, y: 24, size: 0.62 },
    { x: 47, y: 46, size: 0.62 },
  ]
}

export interface Way {
  /** The dotted line; undefined: there is no room for one. */
  line: string | undefined
  head: Spot
  /** Where the head points, in degrees clockwise from the east. */
  turn: number
}

/** The way of a ship over spaces, from the rim of its own to that of the last; undefined: it stays. */
export function wayOf(seaSpaces: readonly string[]): Way | undefined {
  const middles = seaSpaces.map(middleOf)
  const [start, second] = middles
  const [before, end] = middles.slice(-2)
  if (start === undefined || second === undefined || before === undefined || end === undefined) return undefined
  const off = ({ x, y }: Spot, toward: Spot, far: number): Spot => {
    const [dx, dy] = [toward.x - x, toward.y - y]
    const length = Math.hypot(dx, dy)
    return { x: x + (dx / length) * far, y: y + (dy / length) * far }
  }
  const slanting = before.x !== end.x && before.y !== end.y
  const first = off(start, second, 30)
  const last = off(end, before, slanting ? 62 : 47)
  const turn = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI
  const short = middles.length === 2 && !slanting
  if (short) return { line: undefined, head: off(start, end, 34), turn }
  const line = `M${[first, ...middles.slice(1, -1), last].map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`
  return { line, head: last, turn }
}
