/**
 * The marks of the five terrains, scattered over every province by one fixed chance: furrow, tuft, hump, tree and peak.
 * Room is left around borders, pieces and names. All marks of a terrain are one path of bodies and one of strokes.
 */

import { PROVINCES, type Province, type Terrain } from '../../data.generated'
import { ALL, isDeep, polygonOf, type Point } from './lines'

export interface Engraving {
  /** What is filled and outlined. */
  body: string
  /** What is filled dark. */
  shade: string
  /** Strokes alone. */
  stroke: string
}

interface Hand {
  /** How far marks stand apart. */
  apart: readonly [number, number]
  /** How far they stay from a border. */
  margin: number
  draw: (at: Point, size: number, turn: number) => Partial<Engraving>
}

const short = (value: number): string => String(Math.round(value * 10) / 10)

/** The paths of marks, in letters and numbers by turns. */
const taken = new Map<string, readonly (string | number)[]>()

/** A path in steps, larger or smaller. */
function sized(path: string, size: number): string {
  const parts = taken.get(path) ?? path.split(/(-?\d*\.?\d+)/).map((part, at) => (at % 2 === 0 ? part : Number(part)))
  taken.set(path, parts)
  let drawn = ''
  for (const part of parts) drawn += typeof part === 'string' ? part : ` ${short(part * size)}`
  return drawn
}

function at({ x, y }: Point, path: string, size = 1): string {
  return `M${short(x)} ${short(y)}${sized(path, size)}`
}

/** Four furrows, turned. */
function furrows(middle: Point, turn: number): string {
  const angle = (turn * Math.PI) / 180
  const place = (x: number, y: number): string =>
    `${short(middle.x + x * Math.cos(angle) - y * Math.sin(angle))} ${short(middle.y + x * Math.sin(angle) + y * Math.cos(angle))}`
  return [-6, -2, 2, 6].map((y, row) => `M${place(row % 2 === 0 ? -8 : -9, y)}L${place(8, y)}`).join('')
}

const TURNS = [22, -20, 30, -28]

const HANDS: Readonly<Record<Terrain, Hand>> = {
  farmland: {
    apart: [23, 18],
    margin: 11,
    draw: (point, _, turn) => ({ stroke: furrows(point, TURNS[Math.floor(turn * 4)] ?? 22) }),
  },
  pasture: {
    apart: [20, 16],
    margin: 8,
    draw: ({ x, y }, size) => ({
      stroke:
        at({ x: x - 3 * size, y }, 'l-1.6-5.4', size) +
        at({ x, y }, 'v-7', size) +
        at({ x: x + 3 * size, y }, 'l1.8-5.2', size),
    }),
  },
  hills: {
    apart: [23, 17],
    margin: 10,
    draw: ({ x, y }, size) => ({
      body: at({ x: x - 9 * size, y: y + 4 * size }, 'q4.8-10.1 9.6-9.6q5.8 0 9.6 9.6', size),
      stroke:
        at({ x: x + 3.4 * size, y: y - 3 * size }, 'l.5 5.3', size) +
        at({ x: x + 5.8 * size, y: y - size }, 'l.5 4.3', size) +
        at({ x: x + 8 * size, y: y + 1.4 * size }, 'v2.4', size),
    }),
  },
  forest: {
    apart: [17, 15.5],
    margin: 8,
    draw: ({ x, y }, size) => ({
      body: at({ x: x - 5.4 * size, y: y + 2 * size }, 'q-.5-5.9 3.2-6.5q2.2-4.3 4.3 0q3.8.5 3.2 6.5z', size),
      stroke:
        at({ x, y: y + 5.6 * size }, 'v-3.4', size) +
        at({ x: x + 0.6 * size, y: y + 0.8 * size }, 'h3.2', size) +
        at({ x: x + 1.4 * size, y: y - 1.9 * size }, 'h2.4', size),
    }),
  },
  mountain: {
    apart: [22, 17],
    margin: 10,
    draw: ({ x, y }, size) => ({
      body: at({ x: x - 10 * size, y: y + 7.5 * size }, 'l6.1-9.8l3.8-5.1l4.2 6.7l5.8 8.2', size),
      shade: at({ x: x - 0.1 * size, y: y - 7.3 * size }, 'l-1 5.2l1.8 3l-1 6h10.2l-5.8-7.4z', size),
    }),
  },
}

/** A number from 0 to 1 that is the same for the same place. */
function chance(a: number, b: number, c: number): number {
  let mixed = Math.imul(a + 7, 374761393) ^ Math.imul(b + 13, 668265263) ^ Math.imul(c + 29, 1274126177)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 1103515245)
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296
}

/** Whether a mark would lie under pieces or on the name. */
function covers(province: Province, { x, y }: Point): boolean {
  const { centre, label, lines } = PROVINCES[province]
  if (Math.hypot((x - centre[0]) / 20, (y - centre[1] + 4) / 15) < 1) return true
  const wide = Math.max(...lines.map((line) => line.length)) * 4.9 + 5
  return Math.abs(x - label[0]) < wide && y > label[1] - 18 && y < label[1] + 16 * (lines.length - 1) + 8
}

function scattered(province: Province, { apart: [wide, high], margin }: Hand): readonly Point[] {
  const polygon = polygonOf(province)
  const [xs, ys] = [polygon.map(({ x }) => x), polygon.map(({ y }) => y)]
  const found: Point[] = []
  for (let row = Math.floor(Math.min(...ys) / high); row * high < Math.max(...ys); row += 1) {
    for (let column = Math.floor(Math.min(...xs) / wide) - 1; column * wide < Math.max(...xs); column += 1) {
      const point = {
        x: (column + (row % 2 === 0 ? 0.5 : 0)) * wide + (chance(row, column, 1) - 0.5) * wide * 0.45,
        y: row * high + (chance(row, column, 2) - 0.5) * high * 0.35,
      }
      if (!covers(province, point) && isDeep(point, polygon, margin)) found.push(point)
    }
  }
  return found
}

/** The terrains of provinces that are others than drawn by default. */
export type Terrains = Readonly<Partial<Record<Province, Terrain>>>

/** The provinces with a terrain. */
export function withTerrain(terrain: Terrain, others: Terrains): readonly Province[] {
  return ALL.filter((province) => (others[province] ?? PROVINCES[province].terrain) === terrain)
}

/** The marks of all provinces with a terrain. */
export function engraved(terrain: Terrain, others: Terrains = {}): Engraving {
  return engravedIn(withTerrain(terrain, others), terrain)
}

/** The marks of a terrain in some provinces. */
export function engravedIn(provinces: readonly Province[], terrain: Terrain): Engraving {
  const drawn: Engraving = { body: '', shade: '', stroke: '' }
  const hand = HANDS[terrain]
  for (const province of provinces) {
    scattered(province, hand).forEach((point, number) => {
      const size = 0.88 + chance(number, Math.round(point.x), 3) * 0.24
      const { body = '', shade = '', stroke = '' } = hand.draw(point, size, chance(number, Math.round(point.y), 4))
      drawn.body += body
      drawn.shade += shade
      drawn.stroke += stroke
    })
  }
  return drawn
}
