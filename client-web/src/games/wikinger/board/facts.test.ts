import { expect, test } from 'vitest'
import type { Offer } from '../../../wire/generated'
import { brought, factsOf, signed } from './facts'

test('gold and points are told apart in what something costs', () => {
  const offer = {
    target: 'field-7',
    move: { type: 'buy', field: 7 },
    price: [
      { key: 'price_gold', params: { coins: 3 } },
      { key: 'price_points', params: { points: 2 } },
    ],
  } as Offer
  expect(factsOf(offer)[0]?.parts).toEqual([
    { value: '3', piece: 'gold' },
    { value: '2', piece: 'points' },
  ])
})

test('what costs nothing says so', () => {
  const [fact] = factsOf({ target: 'field-3', move: { type: 'buy', field: 3 } } as Offer)
  expect(fact?.parts).toHaveLength(1)
  expect(factsOf({ target: 'turn', refusal: { code: 'too_dear', rule: 'B5' } } as Offer)).toEqual([])
  expect(factsOf({ target: 'noble-1', move: { type: 'ferry', row: 'noble' } } as Offer)).toHaveLength(1)
  expect(factsOf({ target: 'turn', move: { type: 'take_none' } } as Offer)).toHaveLength(1)
})

test('each scoring has a fact of its own, and what is lost has its sign', () => {
  const facts = factsOf({
    target: 'warrior-2',
    gain: [
      { key: 'gain_large', params: { points: 2, coins: 5 } },
      { key: 'gain_final', params: { points: -1 } },
    ],
  } as Offer)
  expect(facts.map(({ parts }) => parts)).toEqual([
    [
      { value: '+2', piece: 'points' },
      { value: '+5', piece: 'gold' },
    ],
    [{ value: '−1', piece: 'points' }],
  ])
  expect(brought({ points: 0, coins: 0 })).toEqual([])
  expect(signed(-3)).toBe('−3')
})
