import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { loadLanguage } from '../../../i18n/i18n.svelte'
import type { Offer } from '../../../wire/generated'
import { factsOf } from './facts'
import { say } from './say'

beforeAll(() => loadLanguage())

test('gold, tolls with who gets them, and treasures are pieces', () => {
  const facts = factsOf({
    target: 'e2',
    price: [
      { key: 'price_gold', params: { coins: 2 } },
      { key: 'price_toll', params: { seat: 1, coins: 1 } },
    ],
    gain: [
      { key: 'gain_path', params: { to: 'e2', path: 'c3 d3 e3 e2', count: 3 } },
      { key: 'gain_treasure', params: { treasure: 'red' } },
    ],
  })
  expect(facts.map(({ parts }) => parts)).toEqual([
    [
      { piece: 'gold', value: '2' },
      { piece: 'gold', value: '1' },
      { text: '→', seat: 1 },
    ],
    [{ piece: 'red' }],
  ])
})

test('what gold is paid for is said, and how much of it is left', () => {
  const offer: Offer = {
    target: 'e2',
    move: { type: 'sail', to: 'e2', tolls: [] },
    price: [
      { key: 'price_gold', params: { coins: 2 } },
      { key: 'price_toll', params: { seat: 1, coins: 1 } },
    ],
  }
  const game = { turn: { seat: 0, crew: 'pilot' }, players: { 0: { gold: 5 } } }
  const [costs, gold, brings] = factsOf(offer, game)
  expect(costs?.parts[0]).toEqual({ text: say('facts.bend'), piece: 'gold', value: '2' })
  expect(gold?.parts).toEqual([{ text: say('facts.left', { before: 5, after: 2 }) }])
  expect(brings?.parts).toEqual([{ text: say('facts.empty') }])
})

test('what is lost stands apart from what is paid', () => {
  const facts = factsOf({
    target: 'turn',
    price: [
      { key: 'price_lost', params: { treasure: 'black' } },
      { key: 'price_forfeit', params: { action: 'gold' } },
    ],
  })
  expect(facts).toHaveLength(1)
  expect(facts[0]?.parts).toHaveLength(2)
})

test('every price and gain that the engine speaks of is told, but for the way, which is drawn', () => {
  const words = JSON.parse(readFileSync('../engines/partie/games/nereus/words.en.json', 'utf8')) as Record<
    string,
    string
  >
  const keys = Object.keys(words).flatMap((key) => /^part\.((?:price|gain)_\w+)$/.exec(key)?.[1] ?? [])
  expect(keys).toContain('gain_hold')
  const params = { coins: 1, count: 2, points: 3, seat: 0, treasure: 'red', crew: 'pilot', action: 'gold', far: 2 }
  for (const key of keys.filter((each) => each !== 'gain_path')) {
    const offer: Offer = key.startsWith('price')
      ? { target: '', price: [{ key, params }] }
      : { target: '', gain: [{ key, params }] }
    expect(factsOf(offer), key).toHaveLength(1)
  }
})

test('of a crew member it is told what it does, as long as that is a choice of many', () => {
  const [only, ...rest] = factsOf({ target: 'x', move: { type: 'choose_crew', crew: 'pilot' } })
  expect(rest).toEqual([])
  expect(only?.parts).toEqual([{ text: say('basic.pilot') }])
})

test('a treasure that is merely placed brings nothing at once', () => {
  const [only, ...rest] = factsOf({ target: 'x', move: { type: 'place', treasure: 'red', to: 'storage-3' } })
  expect(rest).toEqual([])
  expect(only?.parts).toEqual([{ text: say('facts.nothing') }])
})
