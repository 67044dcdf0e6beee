/** How the keyboard walks over the map: the arrow keys along borders, Page Down through what can be done, the cheapest first. */

import { PROVINCES, type Province } from '../../data.generated'
import type { ProvinceMark } from './marks'
import { ALL, bordersOf } from './lines'

const TOWARDS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** How many steps a key leads on through what can be done. */
const ONWARDS: Readonly<Record<string, number>> = { PageDown: 1, PageUp: -1 }

/** Whether a key walks. */
export function walks(key: string): boolean {
  return Object.hasOwn(TOWARDS, key) || Object.hasOwn(ONWARDS, key)
}

/** Where a key leads from a province; `can`: what can be done, in the order in which one goes through it. */
export function led(from: Province, key: string, can: readonly Province[]): Province | undefined {
  const step = ONWARDS[key]
  if (step === undefined) return neighbour(from, key)
  const at = can.indexOf(from)
  return can.at(at < 0 ? Math.min(step, 0) : (at + step) % can.length)
}

/** How much a turn aside counts against a straight way. */
const ASIDE = 1.6

function towards(from: Province, to: Province, key: string): number | undefined {
  const [x, y] = TOWARDS[key] ?? [0, 0]
  const [here, there] = [PROVINCES[from].centre, PROVINCES[to].centre]
  const [dx, dy] = [there[0] - here[0], there[1] - here[1]]
  const along = dx * x + dy * y
  const aside = Math.abs(dx * y) + Math.abs(dy * x)
  return along <= 0 || aside > along * 2.5 ? undefined : along + aside * ASIDE
}

function nearest(from: Province, among: readonly Province[], key: string): Province | undefined {
  let best: Province | undefined
  let least = Infinity
  for (const each of among) {
    const far = towards(from, each, key)
    if (each !== from && far !== undefined && far < least) [best, least] = [each, far]
  }
  return best
}

/** The neighbour in the direction of a key, across a border or a strait; over water where there is none. */
export function neighbour(from: Province, key: string): Province | undefined {
  const { straits = [] } = PROVINCES[from]
  return nearest(from, [...bordersOf(from), ...straits], key) ?? nearest(from, ALL, key)
}

/** What can be done: the cheapest first, then as on the map. */
export function byCost(marks: Readonly<Partial<Record<Province, ProvinceMark>>>): readonly Province[] {
  const can = ALL.filter((province) => {
    const mark = marks[province]
    return mark !== undefined && (mark.reachable === true || mark.chosen === true || mark.plus === true)
  })
  return can.sort((one, other) => (marks[one]?.cost ?? 0) - (marks[other]?.cost ?? 0))
}
