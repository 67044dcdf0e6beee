/** How a value of a view that nobody knows is best shown: as words, chips, pairs, a table, a map, or nested parts. */

import type { Value, View } from '../../wire/generated'

export type Shape =
  | { is: 'empty' }
  | { is: 'scalar'; value: string | number | boolean }
  /** Scalars in a row. */
  | { is: 'row'; items: (string | number | boolean)[] }
  /** Ids that are there, with nothing to say about them. */
  | { is: 'set'; ids: string[] }
  /** Things by their place: `x,y`, x to the east and y to the south. */
  | { is: 'grid'; cells: (string | undefined)[][] }
  /** Several things with the same members, and what else each has. */
  | { is: 'table'; keys: string[]; columns: string[]; more: string[] }
  /** Small members, and members that are big enough to be folded. */
  | { is: 'parts'; small: string[]; big: string[] }
  | { is: 'list'; items: Value[] }

/** Leaves that are still read at a glance in one line. */
const GLANCE = 5

/** Columns that make a table of scalars alone worth reading. */
const ENOUGH = 3

const PLACE = /^-?\d+,-?\d+$/

export function isMap(value: Value): value is View {
  return typeof value === 'object' && !Array.isArray(value)
}

function isScalar(value: Value): value is string | number | boolean {
  return typeof value !== 'object'
}

/** `rank` puts the members of a map in order. */
export function shape(value: Value, rank: (key: string) => number): Shape {
  if (isScalar(value)) return { is: 'scalar', value }
  if (Array.isArray(value)) {
    if (value.length === 0) return { is: 'empty' }
    return value.every(isScalar) ? { is: 'row', items: value } : { is: 'list', items: value }
  }
  const keys = sorted(Object.keys(value), rank)
  if (keys.length === 0) return { is: 'empty' }
  if (keys.every((key) => value[key] === true)) return { is: 'set', ids: keys }
  if (keys.every((key) => PLACE.test(key))) return { is: 'grid', cells: grid(keys) }
  const columns = sharedColumns(keys.map((key) => value[key] as Value))
  if (columns.length > 0) {
    const more = keys.filter((key) => Object.keys(value[key] as View).some((member) => !columns.includes(member)))
    return { is: 'table', keys, columns: sorted(columns, rank), more }
  }
  const small = keys.filter((key) => isSmall(value[key] as Value))
  return { is: 'parts', small, big: keys.filter((key) => !small.includes(key)) }
}

function sorted(keys: string[], rank: (key: string) => number): string[] {
  const place = (key: string) => (/^\d+$/.test(key) ? Number(key) : rank(key))
  return keys.toSorted((one, other) => place(one) - place(other) || (one < other ? -1 : 1))
}

/** Whether a value is read at a glance, in one line. A map of places grows, so it never is. */
export function isSmall(value: Value): boolean {
  return leaves(value) <= GLANCE && !(isMap(value) && Object.keys(value).some((key) => PLACE.test(key)))
}

/** A map that says one thing, as `{tile: "1-03"}` does: its member needs no label. */
export function onlyMember(value: Value): string | undefined {
  const [key, ...more] = isMap(value) ? Object.keys(value) : []
  return key === undefined || more.length > 0 || !isScalar((value as View)[key] as Value) ? undefined : key
}

function leaves(value: Value): number {
  if (isScalar(value)) return 1
  const items = Array.isArray(value) ? value : Object.values(value)
  // Chips are short, so more of them fit.
  if (items.every((item) => item === true || (Array.isArray(value) && isScalar(item))))
    return Math.ceil(items.length / 3)
  return items.reduce<number>((sum, item) => sum + leaves(item), 0)
}

/**
 * What is shown in columns when several things have members in common: the scalars if there are enough of them,
 * else all that is small. Empty when the things are no table.
 */
function sharedColumns(values: Value[]): string[] {
  if (values.length < 2 || !values.every(isMap)) return []
  const shared = Object.keys(values[0] as View).filter((key) => values.every((map) => key in map))
  const scalars = shared.filter((key) => values.every((map) => isScalar(map[key] as Value)))
  if (scalars.length >= ENOUGH) return scalars
  const small = shared.filter((key) => values.every((map) => isSmall(map[key] as Value)))
  return small.length >= 2 ? small : []
}

/** The rows of a map of places, from north to south, with holes where nothing is. */
function grid(keys: string[]): (string | undefined)[][] {
  const places = keys.map((key) => key.split(',').map(Number) as [number, number])
  const xs = places.map(([x]) => x)
  const ys = places.map(([, y]) => y)
  const known = new Set(keys)
  const rows: (string | undefined)[][] = []
  for (let y = Math.min(...ys); y <= Math.max(...ys); y++) {
    const row: (string | undefined)[] = []
    for (let x = Math.min(...xs); x <= Math.max(...xs); x++) row.push(known.has(`${x},${y}`) ? `${x},${y}` : undefined)
    rows.push(row)
  }
  return rows
}

/** What several labels have in common at their beginning or their end, as "Walk to …"; empty when nothing. */
export function common(labels: readonly string[]): string {
  const [first = '', ...rest] = labels.map((label) => label.split(' '))
  const same = (at: (words: readonly string[]) => string | undefined) =>
    rest.every((words) => at(words) !== undefined && at(words) === at(first as string[]))
  let front = 0
  while (front < first.length && same((words) => words[front])) front += 1
  let back = 0
  while (back < first.length - front && same((words) => words[words.length - 1 - back])) back += 1
  if (front === 0 && back === 0) return ''
  const start = (first as string[]).slice(0, front).join(' ')
  const end = (first as string[]).slice(first.length - back).join(' ')
  return back === 0 ? `${start} …` : front === 0 ? `… ${end}` : `${start} … ${end}`
}
