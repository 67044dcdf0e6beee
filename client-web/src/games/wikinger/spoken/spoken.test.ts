import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { People } from '../../../lib/lines'
import { Messages } from '../../../lib/messages'
import { Words } from '../../../lib/words'
import type { GameMove, Offer, View } from '../../../wire/generated'
import de from './de.json'
import en from './en.json'
import { type Teller } from './teller'
import { spoken } from './spoken'

type Language = 'en' | 'de'
interface Shown {
  seat: number
  view: View
  legal: GameMove[]
  offers: Offer[]
}
const shown = JSON.parse(readFileSync('src/games/wikinger/board/choices.fixture.json', 'utf8')) as Shown[]
const own = { en: new Messages('en', en), de: new Messages('de', de) }
const words = (language: Language) =>
  new Words(
    language,
    JSON.parse(readFileSync(`../engines/partie/games/wikinger/words.${language}.json`, 'utf8')) as Record<
      string,
      string
    >,
  )
const NAMES = ['Annika', 'Henrik', 'Marlene', 'Torf']

function told({ seat, view, legal, offers }: Shown, language: Language, mine: boolean) {
  const people: People = {
    seats: Object.keys(view['players'] as View).length,
    mine: mine ? seat : undefined,
    seat: (each) => NAMES[each] ?? '?',
    person: (id) => id,
  }
  const open: Pick<Teller, 'legal' | 'offers'> = mine ? { legal, offers } : { legal: [], offers: [] }
  return spoken({ game: view, words: words(language), own: own[language], people, ...open })
}
function find(step: string, round: number, at = 0): Shown {
  const all = shown.filter(({ view }) => view['step'] === step && view['round'] === round)
  return all[at] as Shown
}
function section(found: ReturnType<typeof spoken>, key: string): string[] {
  const part = found.sections.find((each) => each.key === key)
  return [...(part?.intro ?? []), ...(part?.lists ?? []).flatMap(({ items }) => items.map(({ text }) => text))]
}

test('the wheel is told from the cheapest combination up, with what may be bought', () => {
  const found = told(find('buy', 1), 'en', true)
  const wheel = section(found, 'wheel')
  expect(wheel[0]).toBe('12 combinations are left.')
  expect(wheel[2]).toBe('Free: fisherman with right end.')
  expect(wheel[3]).toMatch(/^1 gold: fisherman with .*hall\. You can buy it\.$/)
  expect(found.refused[0]).toMatch(/^Free: fisherman with right end: From 0 only .*\. Rule B3\.$/)
})

test('the own area comes first and is told row by row, with what threatens it', () => {
  const found = told(find('ferry', 2), 'en', true)
  const areas = found.sections.filter(({ key }) => key.startsWith('area-'))
  expect(areas.map(({ title }) => title)).toEqual(['Your area', 'The area of Annika'])
  const all = areas.flatMap(({ lists }) => lists.flatMap(({ items }) => items.map(({ text }) => text)))
  expect(all.some((text) => /threatened by the \w+ ship\.$/.test(text))).toBe(true)
  expect(all.some((text) => /ship, threatens down to the row of \w+\.$/.test(text))).toBe(true)
})

test('auction, display and what was drawn are told in the advanced game', () => {
  const found = told(find('bid', 1), 'en', true)
  expect(section(found, 'auction')[0]).toBe('Nobody has bid yet.')
  expect(section(found, 'display')[0]).toMatch(/Boat/)
  expect(section(found, 'wheel')[1]).toMatch(/^Figures drawn: 2 × fisherman/)
  expect(section(told(find('buy', 1), 'en', true), 'display')).toEqual([])
})

test('every legal move is among the choices, once; who is not to act has none', () => {
  for (const each of shown) {
    const moves = told(each, 'en', true).choices.flatMap(({ choices }) => choices.map(({ move }) => move))
    expect(moves).toHaveLength(each.legal.length)
    expect(new Set(moves)).toEqual(new Set(each.legal))
    expect(told(each, 'en', false).choices).toEqual([])
  }
})

test('the same in German', () => {
  const found = told(find('place', 1, 1), 'de', true)
  expect(section(found, 'now')[2]).toBe('Du bist am Zug: das Plättchen legen.')
  expect(section(found, 'now')[3]).toMatch(/^Zu legen: .*\. Unterzubringen: \S+\.$/)
})

test.each(['en', 'de'] as const)('everything has words, whoever looks (%s)', (language) => {
  for (const each of shown) {
    for (const mine of [true, false]) {
      expect(JSON.stringify(told(each, language, mine))).not.toMatch(/undefined|NaN|\{\w+\}/)
    }
  }
})

test('both languages have the same keys, all of them in use', () => {
  expect(Object.keys(de)).toEqual(Object.keys(en))
  const sources = [...globSync('src/games/wikinger/spoken/*.ts'), 'src/spoken/SpokenTwin.svelte']
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const idle = Object.keys(en).filter((key) => !key.startsWith('group.') && !sources.includes(`'${key}'`))
  expect(idle).toEqual([])
})
