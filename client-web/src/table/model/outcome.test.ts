import { beforeAll, expect, test } from 'vitest'
import type { Result } from '../../state/table/document'
import { list, loadLanguage, t } from '../../i18n/i18n.svelte'
import { Words } from '../../i18n/words'
import { outcome, won } from './outcome'

beforeAll(() => loadLanguage())

const result = { scores: [19, 30, 22], places: [3, 1, 2], winners: [1], parts: {} } as unknown as Result
const words = new Words('en', {})
const points = (points: number) => t('points.with', { points })
const bobWins = () => t('rail.won.with', { names: 'Bob', count: 1, score: points(30) })
const name = (seat: number) => ['Ann', 'Bob', 'Cid'][seat] ?? ''

test('the end says who won, and the place and points of oneself', () => {
  expect(outcome({ result }, 0, name, words)).toBe(
    `${bobWins()}. ${t('result.own.with', { place: 3, score: points(19) })}`,
  )
})

test('those who watch hear who won', () => {
  expect(outcome({ result }, undefined, name, words)).toBe(bobWins())
})

test('several winners are named together', () => {
  expect(won({ result: { ...result, winners: [1, 2] } }, name, words)).toBe(
    t('rail.won.with', { names: list(['Bob', 'Cid']), count: 2, score: points(30) }),
  )
})

test('a game without winners is over, and one that runs says nothing', () => {
  const nobody = { result: { ...result, winners: [] } }
  expect(won(nobody, name, words)).toBeUndefined()
  expect(outcome(nobody, undefined, name, words)).toBe(t('rail.over'))
  expect(outcome({ result: undefined }, 0, name, words)).toBe('')
})

test('what a game scores in place of points has its own word', () => {
  const coins = new Words('en', { score: '{points, plural, one {# coin} other {# coins}}' })
  expect(won({ result }, name, coins)).toBe(t('rail.won.with', { names: 'Bob', count: 1, score: '30 coins' }))
})

test('a game that is only won or lost tells no score', () => {
  const told = outcome({ result }, 0, name, new Words('en', { score: '' }))
  expect(told).toBe(`${t('rail.won', { names: 'Bob', count: 1 })}. ${t('result.own', { place: 3 })}`)
})
