/** Where things lie on the printed track, in the units of its drawing. */

import { ringCell, TRACK } from '../data'

export const WIDTH = 475
export const HEIGHT = 586
const SIZE = 102
const STEP = 111
const EDGE = 20
const HALF = SIZE / 2
/** How far from the edge of the board a route runs. */
const RIM = 10.5

export interface Spot {
  x: number
  y: number
}

/** The top left corner of a space. */
export function spaceAt(space: number): Spot {
  const { column, row } = ringCell(space)
  return { x: EDGE + column * STEP, y: EDGE + row * STEP }
}

/** A space's place as a `translate` on the board. Moving it there, instead of laying it out there, shifts nothing else. */
export function spacePlace(space: number): string {
  const { x, y } = spaceAt(space)
  return `${(100 * x) / WIDTH}cqi ${(100 * y) / WIDTH}cqi`
}

export const SPACE_WIDTH = `${(100 * SIZE) / WIDTH}%`

/** The arrow between a space and the next one: its middle and its turn. */
export function chevron(space: number): Spot & { turn: number } {
  const [from, to] = [spaceAt(space), spaceAt(space + 1)]
  const turn = to.x > from.x ? 0 : to.y > from.y ? 90 : to.x < from.x ? 180 : 270
  return { x: (from.x + to.x) / 2 + HALF, y: (from.y + to.y) / 2 + HALF, turn }
}

/** The point of the rim next to a space; corners have the corner of the rim. */
function rim(space: number): Spot {
  const { column, row } = ringCell(space)
  const { x, y } = spaceAt(space)
  const left = column === 0
  const right = column === TRACK.columns - 1
  return {
    x: left ? RIM : right ? WIDTH - RIM : x + HALF,
    y: row === 0 ? RIM : row === TRACK.rows - 1 ? HEIGHT - RIM : y + HALF,
  }
}

/** The route of a figure from space to space, clockwise along the rim. */
export function route(from: number, to: number): string {
  const far = (((to - from) % TRACK.fields) + TRACK.fields) % TRACK.fields
  const points = Array.from({ length: far + 1 }, (_, step) => rim(from + step))
  return points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}`).join('')
}

const LEFT_OUT = 7

/** Tufts of grass on the spaces, always the same. */
export const TUFTS: readonly Spot[] = Array.from({ length: TRACK.fields * LEFT_OUT }, (_, index) => {
  const space = index % TRACK.fields
  const { x, y } = spaceAt(space)
  const seed = (index * 7919 + 104729) % 9973
  return { x: x + 12 + (seed % 79), y: y + 18 + ((seed * 31) % 73) }
})
