import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { loadLanguage } from '../../../i18n/i18n.svelte'
import type { Offer } from '../../../wire/generated'
import { factsOf } from './facts'
import { text } from '../text'

beforeAll(() => loadLanguage('en'))

interface Case {
  offers: Offer[]
}
const shown = JSON.parse(readFileSync('src/games/glenmore/board/positions.fixture.json', 'utf8')) as Record<
  string,
  Case
>
const offer = (step: string, target: string): Offer =>
  shown[step]?.offers.find((each) => each.target === target) ?? { target: '' }

/** The facts as one would read them aloud. */
function told(offer: Offer): string[] {
  return factsOf(offer, (id) => id).map(({ word, parts }) => {
    const said = parts.map(({ text, piece, value, seat }) =>
      [text, piece, value, seat].filter((each) => each !== undefined).join(' '),
    )
    return `${word}: ${said.join(', ')}`
  })
}

test('a tile on the ring tells its price, what it brings, how many wake, and who moves next', () => {
  expect(told(offer('take', '2-10'))).toEqual([
    `${text('facts.costs')}: 1 wood`,
    `${text('facts.brings')}: +1 member, +1 steps`,
    `${text('facts.wakes.label')}: ${text('facts.wakes.some', { count: 4 })} tiles`,
    `${text('facts.then')}: 1`,
  ])
})

test('a tile without a price costs nothing, and says so', () => {
  expect(told(offer('take', '1-20'))[0]).toBe(`${text('facts.costs')}: ${text('facts.nothing')}`)
})

test('a place tells all that wakes there together, points and trades one by one', () => {
  expect(told(offer('place', '-1,-2'))).toEqual([
    `${text('facts.wakes', { count: 5 })}: +1 wood, +1 steps, +1 cattle, +1 sheep, grain, → barrel`,
  ])
})

test('what ending the turn would lose is told', () => {
  const lost: Offer = {
    target: 'track',
    move: { type: 'end_turn' },
    gain: [
      { key: 'lapses_movement', params: { count: 2 } },
      { key: 'then_scoring', params: { round: 1 } },
      { key: 'then_seat', params: { seat: 2 } },
    ],
  }
  expect(told(lost)).toEqual([
    `${text('facts.lapses')}: 2 steps`,
    `${text('facts.then')}: ${text('facts.scoring', { round: 1 })}, 2`,
  ])
})

test('gains of the same piece are one sum', () => {
  const many: Offer = {
    target: 'awake',
    move: { type: 'harvest' },
    gain: [
      { key: 'gain_good', params: { tile: 'a', good: 'wood' } },
      { key: 'gain_good', params: { tile: 'b', good: 'wood' } },
      { key: 'gain_movement', params: { tile: 'c', count: 1 } },
      { key: 'gain_points_up_to', params: { tile: 'd', points: 8 } },
    ],
  }
  expect(told(many)).toEqual([`${text('facts.wakes', { count: 4 })}: +2 wood, +1 steps, points ≤8`])
})
