import { beforeAll, expect, test } from 'vitest'
import type { Result } from '../lib/document'
import { loadLanguage } from '../lib/i18n.svelte'
import { outcome, won } from './outcome'

beforeAll(() => loadLanguage())

const result = { scores: [19, 30, 22], places: [3, 1, 2], winners: [1], parts: {} } as unknown as Result
const name = (seat: number) => ['Ann', 'Bob', 'Cid'][seat] ?? ''

test('the end says who won, and the place and points of oneself', () => {
  expect(outcome({ result }, 0, name)).toBe('Bob wins with 30 points. You came in 3rd with 19 points')
})

test('those who watch hear who won', () => {
  expect(outcome({ result }, undefined, name)).toBe('Bob wins with 30 points')
})

test('several winners are named together', () => {
  expect(won({ result: { ...result, winners: [1, 2] } }, name)).toBe('Bob and Cid win with 30 points')
})

test('a game without winners is over, and one that runs says nothing', () => {
  const nobody = { result: { ...result, winners: [] } }
  expect(won(nobody, name)).toBeUndefined()
  expect(outcome(nobody, undefined, name)).toBe('The game is over')
  expect(outcome({ result: undefined }, 0, name)).toBe('')
})
