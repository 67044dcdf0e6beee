/**
 * Pieces on their way: how the reader wishes to have them, and the moves that bring them there. The service takes
 * pieces up first and then puts them down, province by province; a reader may go to and fro until it is sent.
 */

import type { GameMove } from '../../../wire/generated'
import { held, neighbours, type Position } from './position'

/** How many pieces are to lie in a province, where that differs from now. */
export type Wish = Readonly<Record<string, number>>

export interface Row {
  province: string
  now: number
  then: number
  /** Whether a piece may be taken away from, or put to, what is wished. */
  less: boolean
  more: boolean
}

export interface Plan {
  rows: readonly Row[]
  /** The pieces that would still be in hand. */
  hand: number
  /** The provinces that would have no piece. */
  empty: readonly string[]
  /** Something differs from now. */
  changed: boolean
  /** It can be carried out. */
  sound: boolean
}

interface Stock {
  provinces: readonly string[]
  lying: (province: string) => number
  /** The fewest that may be left there. */
  least: (province: string) => number
  hand: number
}

function planned({ provinces, lying, least, hand }: Stock, wish: Wish): Plan {
  const then = (province: string): number => Math.max(least(province), wish[province] ?? lying(province))
  const left = provinces.reduce((sum, name) => sum + lying(name) - then(name), hand)
  const rows = provinces.map((province) => ({
    province,
    now: lying(province),
    then: then(province),
    less: then(province) > least(province),
    more: left > 0,
  }))
  const empty = rows.filter((row) => row.then === 0).map(({ province }) => province)
  const spare = Math.max(0, ...rows.map((row) => row.then)) > 1
  return {
    rows,
    hand: left,
    empty,
    changed: rows.some((row) => row.now !== row.then),
    sound: left >= 0 && (empty.length <= left || !spare),
  }
}

/** Regrouping your empire; what is put down already stays. With too few pieces any province may be given up. */
export function regrouping(position: Position, seat: number, wish: Wish): Plan {
  const lying = (province: string): number => position.land[province]?.pieces ?? 0
  const provinces = held(position, seat)
  const hand = position.players[String(seat)]?.hand ?? 0
  const few = provinces.reduce((sum, name) => sum + lying(name), hand) < provinces.length
  const taken = (province: string): number => (few ? 0 : Math.min(1, lying(province)))
  return planned({ provinces, lying, least: position.turn?.putting === true ? lying : taken, hand }, wish)
}

/** Placing survivors: nothing else moves. */
export function surviving(position: Position, seat: number, wish: Wish): Plan {
  const lying = (province: string): number => position.land[province]?.pieces ?? 0
  const hand = position.survivors?.[String(seat)] ?? 0
  return planned({ provinces: held(position, seat), lying, least: lying, hand }, wish)
}

/** The wish with a piece more or less in a province. */
export function moved(plan: Plan, wish: Wish, province: string, by: 1 | -1): Wish {
  const row = plan.rows.find((each) => each.province === province)
  if (row === undefined || !(by > 0 ? row.more : row.less)) return wish
  return { ...wish, [province]: row.then + by }
}

/** The moves that carry a plan out: pieces are taken up first, and empty provinces get theirs before others. */
export function movesOf(plan: Plan, step: 'regroup' | 'survive'): GameMove[] {
  const up = plan.rows.filter(({ now, then }) => then < now)
  const down = plan.rows
    .filter(({ now, then }) => then > now)
    .sort((one, other) => Number(one.now > 0) - Number(other.now > 0))
  const put = step === 'survive' ? 'place_survivors' : 'put_down'
  return [
    ...up.map(({ province, now, then }) => ({ type: 'take_up', province, pieces: now - then })),
    ...down.map(({ province, now, then }) => ({ type: put, province, pieces: then - now })),
  ]
}

/** What an attack on a province of a seat takes, before the tiles of the attacker: terrain, pieces, fort, own tiles. */
export type Defence = (province: string, pieces: number) => number

/** Whether a living empire of somebody else borders on a province. */
export function exposed(position: Position, province: string, seat: number): boolean {
  return neighbours(position, province).some((near) => {
    const holding = position.land[near]
    return holding?.seat !== undefined && holding.seat !== seat && holding.declined !== true
  })
}

/**
 * Put everything that is in hand where it is needed: first into empty provinces, for which others give what they can
 * spare, then where an attack is cheapest.
 */
export function sharedOut(position: Position, seat: number, plan: Plan, defence: Defence): Wish {
  const then = new Map(plan.rows.map((row) => [row.province, row.then]))
  const add = (province: string, by: number): Map<string, number> => then.set(province, (then.get(province) ?? 0) + by)
  const strength = (province: string): number => defence(province, then.get(province) ?? 0)
  const givers = plan.rows.filter(({ less }) => less).map(({ province }) => province)
  let { hand } = plan
  for (let wanting = plan.empty.length - hand; wanting > 0; wanting--) {
    const spare = givers.filter((province) => (then.get(province) ?? 0) > 1)
    const strongest = least(spare, (province) => -strength(province))
    if (strongest === undefined) break
    add(strongest, -1)
    hand += 1
  }
  const open = [...then.keys()].filter((province) => exposed(position, province, seat))
  const worth = open.length > 0 ? open : [...then.keys()]
  for (; hand > 0; hand--) {
    const empty = [...then.keys()].filter((province) => then.get(province) === 0)
    const weakest = least(empty.length > 0 ? empty : worth, strength)
    if (weakest === undefined) break
    add(weakest, 1)
  }
  return Object.fromEntries(then)
}

/** Whether the pieces would lie otherwise as somebody wishes. */
export function differs(plan: Plan, wish: Wish): boolean {
  return plan.rows.some(({ province, then }) => (wish[province] ?? then) !== then)
}

/** The first of those with the least of something. */
function least(names: readonly string[], of: (name: string) => number): string | undefined {
  return names.reduce<string | undefined>(
    (best, name) => (best === undefined || of(name) < of(best) ? name : best),
    undefined,
  )
}
