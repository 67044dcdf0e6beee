import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { loadLanguage } from '../../lib/i18n.svelte'
import type { People } from '../../lib/lines'
import { Words } from '../../lib/words'
import type { HistoryEntry, Line } from '../../wire/generated'
import { announce } from './announce'

const words = new Words(
  'en',
  JSON.parse(readFileSync('../engines/partie/games/nereus/words.en.json', 'utf8')) as Record<string, string>,
)
const NAMES = ['Annika', 'Henrik', 'Marlene']
const people: People = { seats: 3, mine: 0, seat: (seat) => NAMES[seat] ?? '?', person: (id) => id }

const line = (key: string, params: Line['params'] = {}): Line => ({ key, params })
const entry = (seat: number, ...lines: Line[]): HistoryEntry => ({ seq: 9, at: 0, kind: 'moved', seat, lines })
const told = (own: boolean, ...lines: Line[]) => announce(entry(own ? 0 : 1, ...lines), own, words, people)

beforeAll(() => loadLanguage('en'))

const revealed = ['captain', 'pilot', 'captain'].map((crew, seat) => line('revealed', { seat, crew }))

test('before the reveal it is said that somebody has chosen, and no more', () => {
  expect(told(false, line('chose', { seat: 1 }))).toBe('Henrik has chosen.')
  expect(told(true, line('chose_crew', { seat: 0, crew: 'pilot' }))).toBe('')
})

test('the reveal is one sentence with everybody in it, for whoever chose last too', () => {
  const all = 'All have chosen. Annika: captain, Henrik: pilot, and Marlene: captain.'
  const next = line('turn_begins', { seat: 2, crew: 'captain' })
  expect(told(false, line('chose', { seat: 1 }), ...revealed, next)).toBe(
    `Henrik has chosen. ${all} Marlene is next with the captain.`,
  )
  expect(told(true, line('chose_crew', { seat: 0, crew: 'captain' }), ...revealed, next)).toBe(
    `${all} Marlene is next with the captain.`,
  )
})

test('of one’s own moves only what they brought is said', () => {
  expect(
    told(
      true,
      line('placed', { seat: 0, treasure: 'white', slot: 'hold-scientist-2' }),
      line('completed', { seat: 0, crew: 'scientist' }),
      line('points', { seat: 0, points: 5 }),
    ),
  ).toBe('Annika completes the scientist’s hold. Annika scores 5 points.')
  expect(told(true, line('sailed', { seat: 0, start: 'a1', to: 'a2', path: 'a1 a2' }))).toBe('')
})

test('what a day brings is one sentence', () => {
  const found = [
    line('discovered', { treasure: 'white', field: 'a1' }),
    line('discovered', { treasure: 'red', field: 'c2' }),
  ]
  expect(told(false, line('day', { day: 2, card: 'A1' }), ...found)).toBe(
    'Day 2 begins. Treasures appear: a1: pearl and c2: coral.',
  )
})
