import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { capital } from '../../../i18n/i18n.svelte'
import { joined } from '../../../i18n/joined'
import type { People } from '../../../board/contract'
import { Messages } from '../../../i18n/messages'
import { wordsFor } from '../../../board/words'
import { EngineTexts, textsOf, wordsOf } from '../../../test/words'
import type { GameMove, Offer, View } from '../../../wire/generated'
import de from './de.json'
import en from './en.json'
import type { Spoken } from '../../../board/spoken/spoken'
import { spoken } from './spoken'

type Language = 'en' | 'de'
interface Position {
  view: View
  legal: GameMove[]
  offers: Offer[]
}
const positions = JSON.parse(readFileSync('src/games/glenmore/board/positions.fixture.json', 'utf8')) as Record<
  string,
  Position
>
const own = { en: new Messages('en', en), de: new Messages('de', de) }
const NAMES = ['Annika', 'Henrik', 'Marlene', 'Torf']

const who = (seat: number): string => NAMES[seat] ?? '?'

/** The words of both languages, and what is made of them again and again. */
function textsIn(language: Language) {
  const [say, game] = [textsOf(own[language]), new EngineTexts(wordsOf('glenmore', language), who)]
  const tile = (id: string) => game.name('tile', id)
  return {
    say,
    game,
    tile,
    list: (items: readonly string[]) => joined(language, items),
    mine: (seat: number) => say('own', { name: who(seat) }),
    good: (good: string, count: number) => say('good', { good, count }),
    /** A village on the track: its name, what it costs and what it brings. */
    village: () =>
      [
        `${tile('2-10')}.`,
        say('cost', { list: say('good', { good: 'wood', count: 1 }) }),
        say('once', { list: say('members', { count: 1 }) }),
        say('each', { list: say('step', { count: 1 }) }),
      ].join(' '),
    /** A row of the warehouse: empty without a price, full without one to sell. */
    row: (key: 'row' | 'row.empty' | 'row.full', good: string, values: { buy?: number; sell?: number } = {}) =>
      say(key, { good: capital(game.name('good', good)), ...values }),
    why: (code: string, params: Record<string, string | number>, rule: string) =>
      `${game.refused(code, params)} ${say('rule', { rule })}`,
  }
}
const texts = { en: textsIn('en'), de: textsIn('de') }
const { say, game, tile, list, mine, good, village, row, why } = texts.en

function told(name: string, language: Language, seen: 'mine' | 'others' = 'mine'): Spoken {
  const { view, legal, offers } = positions[name] as Position
  const people: People = {
    seats: 4,
    mine: seen === 'mine' ? 0 : 2,
    seat: who,
  }
  const open = seen === 'mine' ? { legal, offers } : { legal: [], offers: [] }
  return spoken({
    game: view,
    words: wordsFor(wordsOf('glenmore', language), people.seat),
    own: own[language],
    people,
    ...open,
  })
}

function section(found: Spoken, key: string): string[] {
  const part = found.sections.find((each) => each.key === key)
  return [...(part?.intro ?? []), ...(part?.lists ?? []).flatMap(({ items }) => items.map(({ text }) => text))]
}
function labels(found: Spoken, group: string): string[] {
  return found.choices.find(({ key }) => key === group)?.choices.map(({ label }) => label) ?? []
}

test('the ring is told in order of play, with prices, effects and what can be taken', () => {
  const ring = section(told('take', 'en'), 'ring')
  expect(ring).toHaveLength(14)
  expect(ring[0]).toBe(say('field.tail', { seat: mine(0) }))
  expect(ring[2]).toBe('Henrik')
  expect(ring[4]).toBe(`${village()} ${say('field.can')}`)
  const points = new Intl.ListFormat('en', { type: 'disjunction' }).format(['1', '3', '5', '8'])
  const fair = { gain: say('points.up_to', { list: points }), list: say('different.up_to', { count: 4 }) }
  expect(ring[10]).toContain(say('each', { list: say('for', fair) }))
  expect(ring[7]).toContain(`${say('bonnets', { count: 1 })} ${say('card.castle_of_mey')}`)
  expect(ring[7]).toContain(say('field.cannot', { why: why('row_full', { good: 'stone' }, 'W5') }))
  expect(ring[13]).toBe(say('field.empty', { count: 1 }))
})

test('whoever is not to act hears what lies there, but no choices', () => {
  const found = told('take', 'en', 'others')
  expect(section(found, 'ring')[4]).toBe(village())
  expect(section(found, 'now')[1]).toBe(say('acting', { seat: 'Annika', step: game.name('step', 'take') }))
  expect(found.choices).toEqual([])
  expect(found.refused).toEqual([])
})

test('the warehouse tells what the next good costs and what one more brings', () => {
  expect(section(told('take', 'en'), 'warehouse')).toEqual([
    row('row', 'wood', { buy: 2, sell: 1 }),
    row('row.full', 'stone', { sell: 3 }),
    row('row', 'sheep', { buy: 2, sell: 1 }),
    row('row.empty', 'cattle'),
    row('row', 'grain', { buy: 3, sell: 2 }),
  ])
})

test('the own land comes first, row by row from the north, with goods, members, river and road', () => {
  const found = told('take', 'en')
  expect(found.sections.slice(3).map(({ title }) => title)).toEqual([
    say('land.own'),
    ...['Henrik', 'Marlene', 'Torf'].map((seat) => say('land', { seat })),
  ])
  const land = section(found, 'land-0')
  const has = [say('points', { count: 17 }), say('coins', { count: 4 }), say('whisky', { count: 2 })]
  has.push(say('chieftains', { count: 1 }), say('tiles', { count: 10 }))
  has.push(good('cattle', 2), good('sheep', 1), good('grain', 2), good('wood', 2))
  expect(land[0]).toBe(say('stands', { list: list(has) }))
  expect(land).toHaveLength(11)
  const member = say('members', { count: 1 })
  const castle = [
    `${tile('1-19')}.`,
    say('on_it', { list: member }),
    say('river', { north: say('open'), south: tile('0-03') }),
  ]
  expect(land[1]).toBe(castle.join(' '))
  const forest = [
    `${tile('0-08')}.`,
    say('on_it', { list: list([good('wood', 2), member]) }),
    say('road', { west: tile('S-1'), east: say('open') }),
  ]
  expect(land[8]).toBe(forest.join(' '))
})

test('choices stand in groups, each with its price and gain', () => {
  const found = told('take', 'en')
  expect(found.choices.map(({ title }) => title)).toEqual([say('group.take'), say('group.sell')])
  const fair = found.choices[0]?.choices.find(({ move }) => move['tile'] === '2-18')
  expect(fair?.label).toBe(game.move({ type: 'take', tile: '2-18' }))
  expect(fair?.details).toEqual([
    game.part('price_own', { good: 'wood', count: 1 }),
    game.part('gain_points_up_to', { tile: '2-18', points: 8 }),
    say('places', { count: 1, list: say('east', { tile: tile('0-08') }) }),
    game.part('then_removed', { tile: '1-20' }),
    game.part('then_laid_out', { count: 2 }),
    game.part('then_seat', { seat: 1 }),
  ])
  const sale = found.choices[1]?.choices[0]
  expect(sale?.label).toBe(game.move({ type: 'sell', plot: '0-03', good: 'sheep' }))
  expect(sale?.details).toEqual([game.part('gain_coins', { count: 1 })])
})

test('every legal move is among the choices, once', () => {
  for (const [name, { legal }] of Object.entries(positions)) {
    const moves = told(name, 'en').choices.flatMap(({ choices }) => choices.map(({ move }) => move))
    expect(moves).toHaveLength(legal.length)
    expect(new Set(moves)).toEqual(new Set(legal))
  }
})

test('free places are told by their neighbours, and why the others are none', () => {
  const found = told('place', 'en')
  expect(section(found, 'now')[2]).toBe(say('hand', { tile: tile('1-20') }))
  const beside = (...sides: string[]) => say('move.place', { where: list(sides) })
  expect(labels(found, 'place')).toEqual([
    beside(say('north', { tile: tile('1-03') }), say('west', { tile: tile('1-19') })),
    beside(say('north', { tile: tile('1-15') }), say('east', { tile: tile('1-19') })),
    beside(say('east', { tile: tile('1-15') })),
    beside(say('east', { tile: tile('1-05') })),
  ])
  const river = why('river_interrupted', { tile: '1-20' }, 'P3')
  expect(found.refused).toContain(say('why', { target: say('north', { tile: tile('1-19') }), why: river }))
})

test('what is awake can be activated, and every refusal names its rule', () => {
  const found = told('activate', 'en')
  expect(section(found, 'land-0').filter((text) => text.includes(say('awake')))).toHaveLength(4)
  expect(labels(found, 'activate')).toContain(game.move({ type: 'harvest' }))
  expect(labels(found, 'end')).toEqual([game.move({ type: 'end_turn' })])
  expect(found.refused.length).toBeGreaterThan(5)
  const reasons = (positions['activate']?.offers ?? []).flatMap(({ refusal }) =>
    refusal === undefined ? [] : [why(refusal.code, refusal.params ?? {}, refusal.rule)],
  )
  for (const refused of found.refused)
    expect(
      reasons.some((each) => refused.includes(each)),
      refused,
    ).toBe(true)
})

test('the same in German', () => {
  const found = told('take', 'de')
  const german = texts.de
  const step = german.game.name('step', 'take')
  expect(section(found, 'now')[1]).toBe(german.say('acting.own', { step }))
  expect(section(found, 'ring')[4]).toBe(`${german.village()} ${german.say('field.can')}`)
  expect(section(found, 'warehouse')[1]).toBe(german.row('row.full', 'stone', { sell: 3 }))
  const full = german.why('row_full', { good: 'stone' }, 'W5')
  expect(found.refused[0]).toBe(german.say('why', { target: german.tile('2-07'), why: full }))
})

test.each(['en', 'de'] as const)('everything has words, whoever looks (%s)', (language) => {
  for (const name of Object.keys(positions)) {
    for (const seen of ['mine', 'others'] as const) {
      const text = JSON.stringify(told(name, language, seen))
      expect(text).not.toMatch(/undefined|NaN|\{\w+\}/)
    }
  }
})

test('both languages have the same keys, all of them in use', () => {
  expect(Object.keys(de)).toEqual(Object.keys(en))
  const made = /^(group|card|target)\./
  const sources = ['spoken', 'choices', 'land', 'tile', 'teller'].map((name) =>
    readFileSync(`src/games/glenmore/spoken/${name}.ts`, 'utf8'),
  )
  const used = [...sources, readFileSync('src/board/spoken/SpokenTwin.svelte', 'utf8')].join('\n')
  const sides = new Set(['north', 'east', 'south', 'west', 'whisky', 'member', 'different'])
  const idle = Object.keys(en).filter((key) => !made.test(key) && !sides.has(key) && !used.includes(`'${key}'`))
  expect(idle).toEqual([])
})
