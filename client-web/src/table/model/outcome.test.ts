import { beforeAll, expect, test } from 'vitest'
import type { Result } from '../../state/table/document'
import { list, loadLanguage, t } from '../../i18n/i18n.svelte'
import { outcome, won } from './outcome'

beforeAll(() => loadLanguage())

const result = { scores: [19, 30, 22], places: [3, 1, 2], winners: [1], parts: {} } as unknown as Result
const bobWins = () => t('rail.won', { names: 'Bob', count: 1, points: 30 })
const name = (seat: number) => ['Ann', 'Bob', 'Cid'][seat] ?? ''

test('the end says who won, and the place and points of oneself', () => {
  expect(outcome({ result }, 0, name)).toBe(`${bobWins()}. ${t('result.own', { place: 3, points: 19 })}`)
})

test('those who watch hear who won', () => {
  expect(outcome({ result }, undefined, name)).toBe(bobWins())
})

test('several winners are named together', () => {
  expect(won({ result: { ...result, winners: [1, 2] } }, name)).toBe(
    t('rail.won', { names: list(['Bob', 'Cid']), count: 2, points: 30 }),
  )
})

test('a game without winners is over, and one that runs says nothing', () => {
  const nobody = { result: { ...result, winners: [] } }
  expect(won(nobody, name)).toBeUndefined()
  expect(outcome(nobody, undefined, name)).toBe(t('rail.over'))
  expect(outcome({ result: undefined }, 0, name)).toBe('')
})
