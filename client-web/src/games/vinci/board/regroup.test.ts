import { describe, expect, test } from 'vitest'
import { at, type Case } from './choices.fixture'
import type { Position } from './position'
import { exposed, moved, movesOf, regrouping, sharedOut, surviving, type Wish } from './regroup'

const defence = (_: string, pieces: number): number => pieces

describe('regrouping', () => {
  test('begins with what lies there, and nothing is changed', () => {
    for (const { view, seat } of at('regroup')) {
      const plan = regrouping(view, seat, {})
      expect(plan.changed).toBe(false)
      expect(plan.hand).toBe(view.players[String(seat)]?.hand)
      expect(movesOf(plan, 'regroup')).toEqual([])
    }
  })

  test('leaves a piece in every province, unless there are more provinces than pieces', () => {
    const lying = { francia: { pieces: 1, seat: 0 }, belgica: { pieces: 0, seat: 0 } }
    const [one] = at('regroup')
    if (one === undefined) throw new Error('no position')
    const with_ = (hand: number): Position => ({
      ...one.view,
      land: lying,
      players: { ...one.view.players, 0: { ...one.view.players['0'], hand } } as Position['players'],
      turn: { seat: 0, acted: true },
    })
    const less = (hand: number): boolean[] => regrouping(with_(hand), 0, {}).rows.map((row) => row.less)
    expect(less(0)).toContain(true)
    expect(less(1)).toEqual([false, false])
    const wish = { francia: 0, belgica: 1 }
    expect(movesOf(regrouping(with_(0), 0, wish), 'regroup')).toEqual([
      { type: 'take_up', province: 'francia', pieces: 1 },
      { type: 'put_down', province: 'belgica', pieces: 1 },
    ])
  })

  test('keeps the number of pieces, whatever is moved', () => {
    for (const { view, seat } of at('regroup')) {
      let wish: Wish = {}
      const before = regrouping(view, seat, wish)
      const total = before.rows.reduce((sum, { now }) => sum + now, before.hand)
      for (const { province } of before.rows) {
        wish = moved(regrouping(view, seat, wish), wish, province, -1)
        wish = moved(regrouping(view, seat, wish), wish, before.rows[0]?.province ?? '', 1)
      }
      const after = regrouping(view, seat, wish)
      expect(after.rows.reduce((sum, { then }) => sum + then, after.hand)).toBe(total)
      expect(after.hand).toBeGreaterThanOrEqual(0)
    }
  })

  test('takes nothing up any more once pieces are put down', () => {
    const putting = at('regroup').filter(({ view }) => view.turn?.putting === true)
    expect(putting.length).toBeGreaterThan(0)
    for (const { view, seat } of putting) {
      expect(regrouping(view, seat, {}).rows.every(({ less }) => !less)).toBe(true)
    }
  })

  test('takes up where the engine lets it', () => {
    for (const { view, seat, legal } of at('regroup')) {
      const may = new Set(legal.filter(({ type }) => type === 'take_up').map(({ province }) => province))
      const less = regrouping(view, seat, {}).rows.filter((row) => row.less)
      expect(new Set(less.map(({ province }) => province))).toEqual(may)
    }
  })

  test('takes up before it puts down, and fills empty provinces first', () => {
    const empty = at('regroup').filter(({ view, seat }) => {
      const { empty, hand, rows } = regrouping(view, seat, {})
      return empty.length > 0 && hand > 0 && rows.length > empty.length
    })
    expect(empty.length).toBeGreaterThan(0)
    for (const { view, seat, legal } of empty) {
      const plan = regrouping(view, seat, {})
      const moves = movesOf(regrouping(view, seat, sharedOut(view, seat, plan, defence)), 'regroup')
      expect(moves.length).toBeGreaterThan(0)
      expect(legal).toContainEqual(moves[0])
      const put = moves.find(({ type }) => type === 'put_down')
      expect(plan.empty).toContain(put?.['province'])
    }
  })
})

describe('survivors', () => {
  test('are only put down', () => {
    expect(at('survive').length).toBeGreaterThan(0)
    for (const { view, seat } of at('survive')) {
      const plan = surviving(view, seat, {})
      expect(plan.hand).toBe(view.survivors?.[String(seat)])
      expect(plan.rows.some(({ less }) => less)).toBe(false)
      expect(plan.rows.every(({ more }) => more)).toBe(true)
    }
  })

  test('are shared out to the last, where empires meet, and where an attack is cheapest', () => {
    for (const { view, seat, legal } of at('survive')) {
      const plan = surviving(view, seat, {})
      const then = surviving(view, seat, sharedOut(view, seat, plan, defence))
      expect(then.hand).toBe(0)
      const grown = then.rows.filter((row) => row.then > row.now)
      const open = then.rows.filter((row) => exposed(view, row.province, seat))
      if (open.length > 0) expect(grown.every((row) => open.includes(row))).toBe(true)
      for (const move of movesOf(then, 'survive').slice(0, 1)) expect(legal).toContainEqual(move)
    }
  })

  test('can be moved to and fro until they are sent', () => {
    const { view, seat } = at('survive')[0] as Case
    const first = surviving(view, seat, {})
    const province = first.rows[0]?.province ?? ''
    const put = moved(first, {}, province, 1)
    expect(surviving(view, seat, put).hand).toBe(first.hand - 1)
    const back = moved(surviving(view, seat, put), put, province, -1)
    expect(surviving(view, seat, back).changed).toBe(false)
  })
})
