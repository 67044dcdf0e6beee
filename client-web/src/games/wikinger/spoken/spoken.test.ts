import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { joined } from '../../../i18n/joined'
import type { People } from '../../../board/contract'
import { Messages } from '../../../i18n/messages'
import { wordsFor } from '../../../board/words'
import { EngineTexts, textsOf, wordsOf } from '../../../test/words'
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
const NAMES = ['Annika', 'Henrik', 'Marlene', 'Torf']

/** The words of both languages, and what is made of them again and again. */
function textsIn(language: Language) {
  const [say, game] = [textsOf(own[language]), new EngineTexts(wordsOf('wikinger', language))]
  const list = (items: readonly string[]) => joined(language, items)
  return {
    say,
    game,
    pieces: (member: string, counts: Record<string, number>) =>
      list(Object.entries(counts).map(([id, count]) => say('counted', { count, name: game.name(member, id) }))),
  }
}
const texts = { en: textsIn('en'), de: textsIn('de') }
const { say, game, pieces } = texts.en

function told({ seat, view, legal, offers }: Shown, language: Language, mine: boolean) {
  const people: People = {
    seats: Object.keys(view['players'] as View).length,
    mine: mine ? seat : undefined,
    seat: (each) => NAMES[each] ?? '?',
  }
  const open: Pick<Teller, 'legal' | 'offers'> = mine ? { legal, offers } : { legal: [], offers: [] }
  return spoken({
    game: view,
    words: wordsFor(wordsOf('wikinger', language), people.seat),
    own: own[language],
    people,
    ...open,
  })
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
  const combination = (price: number, figure: string, tile: string) =>
    say('wheel.field', { price, figure: game.name('figure', figure), tile: game.name('tile', tile) })
  const free = combination(0, 'fisherman', 'right')
  expect(wheel[0]).toBe(say('wheel.left', { count: 12 }))
  expect(wheel[2]).toBe(free)
  expect(wheel[3]).toBe(`${combination(1, 'fisherman', 'hall')} ${say('wheel.can')}`)
  const why = game.refused('not_the_last', { figure: 'fisherman' })
  expect(found.refused[0]).toBe(say('why', { target: free.replace(/\.$/, ''), why, rule: 'B3' }))
})

test('the own area comes first and is told row by row, with what threatens it', () => {
  const found = told(find('ferry', 2), 'en', true)
  const areas = found.sections.filter(({ key }) => key.startsWith('area-'))
  expect(areas.map(({ title }) => title)).toEqual([say('area.own'), say('area', { seat: 'Annika' })])
  const all = areas.flatMap(({ lists }) => lists.flatMap(({ items }) => items.map(({ text }) => text)))
  const spot = (tile: string, figure: string) => ({
    column: 3,
    tile: game.name('tile', tile),
    figure,
    ship: '',
    sail: '',
  })
  const threat = { state: 'threatened', ship: game.name('tile', 'ship-yellow') }
  expect(all).toContain(say('area.spot', { ...spot('right', game.name('figure', 'scout')), ...threat }))
  expect(all).toContain(say('area.spot', { ...spot('right', 'none'), ...threat }))
  const sail = game.name('row', 'goldsmith')
  expect(all).toContain(say('area.spot', { ...spot('ship-yellow', 'none'), state: 'open', sail }))
})

test('auction, display and what was drawn are told in the advanced game', () => {
  const found = told(find('bid', 1), 'en', true)
  expect(section(found, 'auction')[0]).toBe(say('auction.highest', { coins: 0, who: 'nobody', seat: '' }))
  const display = { 'special-hall': 1, 'goldsmith-2': 1, boat: 1, 'boatman-1': 1 }
  expect(section(found, 'display')[0]).toBe(`${pieces('special', display)}.`)
  const drawn = { fisherman: 2, goldsmith: 3, scout: 3, warrior: 2, boatman: 3 }
  expect(section(found, 'wheel')[1]).toBe(say('drawn', { list: pieces('figure', drawn) }))
  expect(section(told(find('buy', 1), 'en', true), 'display')).toEqual([])
})

test('in open bidding a bid of 0 is announced as a bid, not as a pass', () => {
  const bidding = find('bid', 1)
  const seats = Object.keys(bidding.view['players'] as View).map(Number)
  const [first = 0, second = 1] = seats
  const auction = { coins: 1, seat: second, queue: seats.filter((each) => each > second).concat(first, second) }
  const view = { ...bidding.view, auction: { ...auction, bids: { [first]: 0, [second]: 1 } } }
  const opened = section(told({ ...bidding, view }, 'en', false), 'auction')
  expect(opened[0]).toBe(say('auction.highest', { coins: 1, who: 'somebody', seat: NAMES[second] ?? '' }))
  expect(opened).toContain(say('auction.bid', { seat: NAMES[first] ?? '', coins: 0, passed: 'false' }))
  const left = { ...bidding.view, auction: { ...auction, queue: [second], bids: { [first]: 0, [second]: 1 } } }
  const passed = section(told({ ...bidding, view: left }, 'en', false), 'auction')
  expect(passed).toContain(say('auction.bid', { seat: NAMES[first] ?? '', coins: 0, passed: 'true' }))
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
  const german = texts.de
  const step = german.game.name('step', 'place')
  expect(section(found, 'now')[2]).toBe(german.say('acting.own', { step }))
  const hand = { tile: german.game.name('tile', 'left'), figure: german.game.name('figure', 'goldsmith') }
  expect(section(found, 'now')[3]).toBe(german.say('hand', hand))
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
  const sources = [...globSync('src/games/wikinger/spoken/*.ts'), 'src/board/spoken/SpokenTwin.svelte']
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const idle = Object.keys(en).filter((key) => !key.startsWith('group.') && !sources.includes(`'${key}'`))
  expect(idle).toEqual([])
})
