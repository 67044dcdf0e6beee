import { expect, test } from 'vitest'
import type { Offer } from '../../../wire/generated'
import { bidOffer, brought, factsOf, signed } from './facts'
import { say } from './say'

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

test('a purchase says what is left, and who buys next while something is left to be bought', () => {
  const players = { '0': { gold: 3, points: 6 }, '1': {}, '2': {} }
  const wheel = { 'field-1': { tile: 'left' }, 'field-2': { tile: 'right' } }
  const offer = { target: 'field-1', move: { type: 'buy', field: 1 } } as Offer
  const price = (gold: number, points = 0) => [
    { key: 'price_gold', params: { coins: gold } },
    ...(points === 0 ? [] : [{ key: 'price_points', params: { points } }]),
  ]
  const facts = factsOf({ ...offer, price: price(1) }, { players, wheel }, 0)
  expect(facts.map(({ parts }) => parts)).toEqual([
    [{ value: '1', piece: 'gold' }],
    [{ value: '2', piece: 'gold' }],
    [{ seat: 1 }],
  ])
  const [, left, ...rest] = factsOf({ ...offer, price: price(3, 2) }, { players, wheel: {} }, 0)
  expect(left?.parts).toEqual([{ value: '4', piece: 'points' }])
  expect(rest).toEqual([])
})

test('a bid is offered as gold, and as points for what is missing', () => {
  const game = { players: { '1': { gold: 3, points: 6 } } }
  expect(bidOffer(game, { type: 'bid', coins: 2 }, 1)?.price).toEqual([{ key: 'price_gold', params: { coins: 2 } }])
  expect(bidOffer(game, { type: 'bid', coins: 5 }, 1)?.price).toHaveLength(2)
  expect(bidOffer(game, { type: 'pass' }, 1)).toBeUndefined()
  const nothing = bidOffer(game, { type: 'bid', coins: 0 }, 1)
  expect(nothing === undefined ? [] : factsOf(nothing)).toEqual([
    { word: say('facts.wins'), parts: [{ text: say('facts.free') }] },
  ])
})
