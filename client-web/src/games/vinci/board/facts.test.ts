import { expect, test } from 'vitest'
import { loadLanguage, setLanguage } from '../../../i18n/i18n.svelte'
import { factsOf } from './facts'
import { say } from './say'

const line = (key: string, params: Record<string, number>) => ({ key, params })

test('a conquest costs the sum of its reasons and changes what the turn brings', async () => {
  setLanguage('en')
  await loadLanguage('en')
  const facts = factsOf({
    target: 'suevia',
    move: { type: 'conquer', province: 'suevia' },
    price: [
      line('price_hills', { pieces: 2 }),
      line('price_defenders', { pieces: 3 }),
      line('price_from_mountain', { pieces: -1 }),
    ],
    gain: [line('gain_points', { points: -2 })],
  })
  expect(facts.map(({ parts }) => parts.map(({ text }) => text))).toEqual([[say('facts.pieces', { count: 4 })], ['−2']])
})

test('a pair costs points, brings those lying on it, and a people', async () => {
  setLanguage('en')
  await loadLanguage('en')
  const facts = factsOf({
    target: 'pair-3',
    move: { type: 'choose_pair', pair: 3 },
    price: [line('price_points', { points: 4 })],
    gain: [line('gain_pieces', { pieces: 13 }), line('gain_points', { points: 2 })],
  })
  expect(facts.map(({ parts }) => parts.map(({ piece, text }) => piece ?? text))).toEqual([
    [4],
    [2],
    [say('facts.pieces', { count: 13 })],
  ])
})
