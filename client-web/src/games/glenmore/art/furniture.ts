/** What is printed over the picture of a tile, and where: price tag, label, seals, name; and what lies on top. */

import { GOODS, type Activation, type Good, type Once, type PrintedTile } from '../data.generated'

export interface Place {
  x: number
  y: number
  size: number
}

/** Something printed on a label. `x` is its middle. */
export type Item = { x: number; width: number } & (
  | { what: 'good'; good: Good }
  | { what: 'choice'; text: string }
  | { what: 'points'; text: string }
  | { what: 'step'; text: string; last: boolean }
  | { what: 'text'; text: string }
  | { what: 'barrel' | 'boot' | 'arrow' }
)

export interface Label {
  x: number
  y: number
  width: number
  height: number
  /** One big sign rather than a row of small ones. */
  single: boolean
  items: readonly Item[]
}

type Sign = Item extends infer Each ? (Each extends Item ? Omit<Each, 'x'> : never) : never

const CHIP = 15.8
const SINGLE = 20.4

function signs(activation: Activation): readonly Sign[] {
  const { movement, good, give, different, any, at_least, points, whisky } = activation
  if (movement !== undefined) return [{ what: 'boot', width: SINGLE }]
  if (good === 'any') return [{ what: 'choice', text: '?', width: SINGLE }]
  if (good !== undefined) return [{ what: 'good', good, width: SINGLE }]
  const kinds = GOODS.filter((each) => give?.[each] !== undefined)
  const steps = (points ?? []).map((value, at): Sign => {
    const text = `${value}`
    return { what: 'step', text, last: at === (points?.length ?? 0) - 1, width: text.length > 1 ? 16 : 11 }
  })
  if (different !== undefined) return [{ what: 'choice', text: '≠', width: CHIP }, ...steps]
  if (at_least !== undefined) return [...chips(kinds), ...steps]
  const best: Sign = { what: 'points', text: `${points?.at(-1) ?? 0}`, width: 14.6 }
  const arrow: Sign = { what: 'arrow', width: 9 }
  if (any !== undefined) {
    const many: Sign = { what: 'text', text: `${any}×`, width: 15 }
    return [many, { what: 'choice', text: '?', width: CHIP }, arrow, best]
  }
  if (kinds.length === 0) return points === undefined ? [] : [{ ...best, width: SINGLE }]
  return [...chips(kinds), arrow, whisky === undefined ? best : { what: 'barrel', width: CHIP }]
}

function chips(kinds: readonly Good[]): readonly Sign[] {
  return kinds.map((good) => ({ what: 'good', good, width: CHIP }))
}

const GAP = 0.9
const PAD = 3.8

/** The label of an activation at the bottom: in the middle, or further left where a seal needs the room. */
export function labelOf(activation: Activation | undefined, seals: number): Label | undefined {
  const printed = activation === undefined ? [] : signs(activation)
  if (printed.length === 0) return undefined
  const inner = printed.reduce((sum, sign) => sum + sign.width, 0) + GAP * (printed.length - 1)
  const single = printed.length === 1
  const width = single ? 29 : inner + 2 * PAD
  const height = single ? 25 : 21
  const x = Math.min(50 - width / 2, (seals > 0 && !single ? 73 : 100) - width)
  let at = x + (width - inner) / 2
  const items = printed.map((sign): Item => {
    const item = { ...sign, x: at + sign.width / 2 }
    at += sign.width + GAP
    return item
  })
  return { x, y: 97 - height, width, height, single, items }
}

/** What a price tag lists, one sign each. */
export type Price = { what: 'good'; good: Good } | { what: 'barrel' | 'member' | 'different' }

export function pricesOf(cost: PrintedTile['cost']): readonly Price[] {
  if (cost === undefined) return []
  const times = (what: 'barrel' | 'member' | 'different', number = 0): readonly Price[] =>
    Array.from({ length: number }, () => ({ what }))
  return [
    ...GOODS.flatMap((good) => Array.from({ length: cost[good] ?? 0 }, (): Price => ({ what: 'good', good }))),
    ...times('barrel', cost.whisky),
    ...times('member', cost.member),
    ...times('different', cost.different),
  ]
}

export type Seal =
  { what: 'member' | 'barrel' | 'barrels' | 'all' } | { what: 'coin'; text: string } | { what: 'choice'; text: string }

/** What laying the tile brings, from the bottom up. */
export function sealsOf(once: Once | undefined): readonly Seal[] {
  if (once === undefined) return []
  const seals: Seal[] = Array.from({ length: once.clan_members ?? 0 }, () => ({ what: 'member' }))
  if (once.whisky !== undefined) seals.push({ what: once.whisky > 1 ? 'barrels' : 'barrel' })
  if (once.coins !== undefined) seals.push({ what: 'coin', text: `${once.coins}` })
  if (once.goods !== undefined) seals.push({ what: 'choice', text: `${once.goods}` })
  if (once.fill_empty === true) seals.push({ what: 'choice', text: '+' })
  if (once.activate_all === true) seals.push({ what: 'all' })
  return seals
}

/** Where the goods on a tile lie: next to clan members and river, if there are any, and above label and name. */
export function goodsOf(
  goods: Partial<Record<Good, number>>,
  { beside, named }: { beside: boolean; named: boolean },
): readonly (Place & { good: Good })[] {
  const all = GOODS.flatMap((good) => Array.from({ length: goods[good] ?? 0 }, () => good))
  const [left, right] = beside ? [41, 93] : [9, 91]
  const middle = (left + right) / 2
  const places: readonly Place[] =
    all.length === 1
      ? [{ x: middle, y: 43, size: 33 }]
      : all.length === 3 && !named
        ? [
            { x: middle, y: 31, size: 27 },
            { x: middle - 15, y: 54, size: 27 },
            { x: middle + 15, y: 55, size: 27 },
          ]
        : row(all.length, left, right)
  return all.map((good, at) => ({ good, ...(places[at] ?? { x: middle, y: 43, size: 20 }) }))
}

function row(number: number, left: number, right: number): readonly Place[] {
  const step = (right - left) / Math.max(number, 1)
  const size = Math.min(30, step * 1.12)
  return Array.from({ length: number }, (_, at) => ({ x: left + step * (at + 0.5), y: at % 2 === 0 ? 45 : 41, size }))
}

const standing: readonly (readonly Place[])[] = [
  [],
  [{ x: 25, y: 50, size: 36 }],
  [
    { x: 20, y: 42, size: 31 },
    { x: 32, y: 55, size: 31 },
  ],
  [
    { x: 33, y: 38, size: 28 },
    { x: 16, y: 43, size: 28 },
    { x: 28, y: 56, size: 28 },
  ],
]

/** Where the clan members on a tile stand, those behind first; more than three become a number. */
export function membersOf(number: number, named: boolean): readonly Place[] {
  const places = standing[Math.max(0, Math.min(number, 3))] ?? []
  return named ? places.map((place) => ({ x: place.x, y: place.y - 5, size: place.size * 0.92 })) : places
}

/** Where the name of a special location stands, clear of label and seals: its middle, and its foot. */
export function nameAt(name: string, seals: number, label: number): { x: number; y: number } {
  return { x: seals > 1 ? 42 - Math.max(0, name.length - 7) * 3 : 50, y: label === 0 ? 71 : 93 - label }
}
