import { beforeAll, expect, test } from 'vitest'
import { list, loadLanguage } from '../../../i18n/i18n.svelte'
import type { People } from '../../../board/contract'
import { wordsFor } from '../../../board/words'
import { EngineTexts, wordsOf } from '../../../test/words'
import type { HistoryEntry, Line } from '../../../wire/generated'
import { announce } from './announce'
import { text } from '../text'

const NAMES = ['Annika', 'Henrik', 'Marlene']
const people: People = { seats: 3, mine: 0, seat: (seat) => NAMES[seat] ?? '?' }

const english = wordsOf('nereus', 'en')
const position = { game: {}, legal: [], offers: [], words: wordsFor(english, people.seat), people }
const game = new EngineTexts(english, people.seat)
const one = (what: string, of: string) => text('said.one', { what, of })

const line = (key: string, params: Line['params'] = {}): Line => ({ key, params })
const entry = (seat: number, ...lines: Line[]): HistoryEntry => ({ seq: 9, at: 0, kind: 'moved', seat, lines })
const told = (own: boolean, ...lines: Line[]) => announce(position, entry(own ? 0 : 1, ...lines), own)

beforeAll(() => loadLanguage('en'))

const revealed = ['captain', 'pilot', 'captain'].map((crew, seat) => line('revealed', { seat, crew }))

test('before the reveal it is said that somebody has chosen, and no more', () => {
  expect(told(false, line('chose', { seat: 1 }))).toBe(game.line('chose', { seat: 1 }))
  expect(told(true, line('chose_crew', { seat: 0, crew: 'pilot' }))).toBe('')
})

test('the reveal is one sentence with everybody in it, for whoever chose last too', () => {
  const [captain, pilot] = [game.name('crew', 'captain'), game.name('crew', 'pilot')]
  const each = [one('Annika', captain), one('Henrik', pilot), one('Marlene', captain)]
  const all = text('said.revealed', { list: list(each) })
  const next = line('turn_begins', { seat: 2, crew: 'captain' })
  const goesOn = game.line('turn_begins', { seat: 2, crew: 'captain' })
  expect(told(false, line('chose', { seat: 1 }), ...revealed, next)).toBe(
    [game.line('chose', { seat: 1 }), all, goesOn].join(' '),
  )
  expect(told(true, line('chose_crew', { seat: 0, crew: 'captain' }), ...revealed, next)).toBe(`${all} ${goesOn}`)
})

test('of one’s own moves only what they brought is said', () => {
  expect(
    told(
      true,
      line('placed', { seat: 0, treasure: 'white', slot: 'hold-scientist-2' }),
      line('completed', { seat: 0, crew: 'scientist' }),
      line('points', { seat: 0, points: 5 }),
    ),
  ).toBe(
    [game.line('completed', { seat: 0, crew: 'scientist' }), game.line('points', { seat: 0, points: 5 })].join(' '),
  )
  expect(told(true, line('sailed', { seat: 0, start: 'a1', to: 'a2', path: 'a1 a2' }))).toBe('')
})

test('what a day brings is one sentence', () => {
  const found = [
    line('discovered', { treasure: 'white', field: 'a1' }),
    line('discovered', { treasure: 'red', field: 'c2' }),
  ]
  const appear = [one('a1', game.name('treasure', 'white')), one('c2', game.name('treasure', 'red'))]
  expect(told(false, line('day', { day: 2, card: 'A1' }), ...found)).toBe(
    [game.line('day', { day: 2, card: 'A1' }), text('said.discovered', { list: list(appear) })].join(' '),
  )
})
