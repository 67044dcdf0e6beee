import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { joined } from '../../../i18n/joined'
import type { People } from '../../../board/contract'
import { Messages } from '../../../i18n/messages'
import { offerFor } from '../../../state/table/moves'
import type { Choice, Spoken } from '../../../board/spoken/spoken'
import { wordsFor } from '../../../board/words'
import { EngineTexts, textsOf, wordsOf } from '../../../test/words'
import type { GameMove, Offer, View } from '../../../wire/generated'
import boardDe from '../board/say.de.json'
import boardEn from '../board/say.en.json'
import { effectKey } from '../board/effectsaid'
import { costOf, reasonsOf } from '../board/model'
import { handOf, held, type Position, positionOf } from '../board/position'
import de from './de.json'
import en from './en.json'
import { spoken } from './spoken'

type Language = 'en' | 'de'
interface Shown {
  seat: number
  view: View
  legal: GameMove[]
  offers: Offer[]
}
const file = JSON.parse(readFileSync('src/games/vinci/board/choices.fixture.json', 'utf8')) as {
  boards: Readonly<Record<string, View>>
  positions: (Shown & { version: number })[]
}
const played = file.positions.map(({ version, ...each }): Shown => ({
  ...each,
  view: { ...each.view, board: file.boards[version] as View },
}))
const own = { en: new Messages('en', { ...boardEn, ...en }), de: new Messages('de', { ...boardDe, ...de }) }
/** A table of version 1, of which most positions here are. */
const FIRST = { board: {} } as Position
const NAMES = ['Annika', 'Henrik', 'Marlene', 'Torf', 'Ole', 'Pia']

const who = (seat: number): string => NAMES[seat] ?? '?'

/** The words of both languages, and what is made of them again and again. */
function textsIn(language: Language) {
  const [say, game] = [textsOf(own[language]), new EngineTexts(wordsOf('vinci', language), who)]
  return {
    say,
    game,
    list: (items: readonly string[]) => joined(language, items),
    land: (province: string) =>
      say('land', { latin: game.name('province', province), local: game.name('local', province) }),
    tile: (tile: string) => ({ name: game.name('tile', tile), effect: say(effectKey(FIRST, tile)) }),
    mine: (seat: number) => say('own', { name: who(seat) }),
  }
}
const texts = { en: textsIn('en'), de: textsIn('de') }
const { say, game, list, land, tile, mine } = texts.en

function told({ seat, view, legal, offers }: Shown, language: Language = 'en', mine = true): Spoken {
  const people: People = {
    seats: Object.keys(view['players'] as View).length,
    mine: mine ? seat : undefined,
    seat: who,
  }
  const open = mine ? { legal, offers } : { legal: [], offers: [] }
  return spoken({
    game: view,
    words: wordsFor(wordsOf('vinci', language), people.seat),
    own: own[language],
    people,
    ...open,
  })
}
/** The first position of a step, of a version of the rules, in which something holds. */
function find(step: string, holds: (each: Shown) => boolean = () => true, version = 1): Shown {
  const board = (each: Shown): View => each.view['board'] as View
  const found = played.find(
    (each) => each.view['step'] === step && (board(each)['version'] ?? 1) === version && holds(each),
  )
  if (found === undefined) throw new Error(`no position of the step ${step}`)
  return found
}
function section(found: Spoken, key: string): string[] {
  const part = found.sections.find((each) => each.key === key)
  return [...(part?.intro ?? []), ...(part?.lists ?? []).flatMap(({ items }) => items.map(({ text }) => text))]
}
function choicesOf(found: Spoken, key: string): readonly Choice[] {
  return found.choices.find((each) => each.key === key)?.choices ?? []
}
/** A sentence among the details of a choice, where it has no full stop. */
const detail = (sentence: string): string => sentence.replace(/\.$/, '')
const turn = (each: Shown): View => each.view['turn'] as View

test('the six pairs are told in their order, with what their tiles do', () => {
  const pairs = told(find('choose')).sections.find(({ key }) => key === 'pairs')
  const items = pairs?.lists[0]?.items ?? []
  expect(items.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
  const shown = find('choose')
  const { pairs: offered, players } = positionOf(shown.view)
  const first = offered['pair-1']
  const [one, other] = (first?.tiles ?? []).map(tile)
  const { pieces = 0, points = 0 } = first ?? {}
  const named = { number: 1, one: one?.name ?? '', other: other?.name ?? '' }
  const pair = say('pair.said', { ...named, pieces, price: 0, points })
  expect(items[0]?.text).toBe([`${pair}.`, ...[one, other].map((each) => say('effect', { ...each }))].join(' '))
  const left = say('left', { points: (players[String(shown.seat)]?.points ?? 0) + points })
  expect(choicesOf(told(shown), 'choose')[0]).toMatchObject({
    label: pair,
    details: [...[one, other].map((each) => `${each?.name}: ${each?.effect}`), left],
  })
})

test('the own empire comes first, province by province, with what an attack there takes', () => {
  const found = told(find('expand', (each) => turn(each)['conquests'] === 5))
  const empires = found.sections.filter(({ key }) => key.startsWith('empire-'))
  expect(empires.map(({ title }) => title)).toEqual([
    say('own.title'),
    ...['Annika', 'Marlene'].map((name) => say('own.of', { name })),
  ])
  const brought = [say('income.of', { count: 3, of: 'provinces' }), say('income.of', { count: 3, of: 'empire' })]
  const carpathia = { land: land('carpathia'), printed: game.name('terrain', 'mountain'), pieces: 2, levies: 0 }
  expect(section(found, 'empire-1')).toEqual(
    expect.arrayContaining([
      say('has', { points: 4, hand: 5 }),
      say('tile', { ...tile('currency'), ruin: 'no', now: '3' }),
      say('income', { points: 6, list: list(brought) }),
      say('lying', { ...carpathia, fort: 'no', attack: '5' }),
    ]),
  )
})

test('ruins are told apart from what lives, and nobody’s provinces from both', () => {
  const shown = find('regroup', ({ view }) => Object.values(view['land'] as View).some(hasRuin))
  const found = told(shown)
  const titles = found.sections.flatMap(({ lists }) => lists.map(({ title }) => title))
  const position = positionOf(shown.view)
  const ruins = Object.keys(position.players).map((seat) => held(position, Number(seat), true).length)
  for (const count of ruins.filter((each) => each > 0)) expect(titles).toContain(say('ruins', { count }))
  const neutral = Object.values(position.land).filter((each) => each?.seat === undefined).length
  expect(neutral).toBeGreaterThan(0)
  expect(titles).toContain(say('neutral', { count: neutral }))
  expect(section(found, 'map')).toHaveLength(45)
})
const hasRuin = (holding: unknown): boolean => (holding as View)['declined'] === true

test('the map says of every province where it lies', () => {
  const found = section(told(find('choose')), 'map')
  const printed = [game.name('terrain', 'pasture'), say('reckon.port')].join(', ')
  const hibernia = [
    say('map.land', { land: land('hibernia'), printed, holder: say('reckon.neutral') }),
    say('map.straits', { list: list(['britannia', 'caledonia'].map((each) => game.name('province', each))) }),
    say('map.seas', { list: game.name('water', 'oceanus') }),
    say('map.entry'),
  ]
  expect(found.find((text) => text.startsWith(game.name('province', 'hibernia')))).toBe(hibernia.join(' '))
})

/** What a conquest costs, line by line, and out of how many pieces. */
function bill({ seat, view, offers }: Shown, move: GameMove, language: Language = 'en') {
  const offer = offerFor(offers, move) ?? { target: '' }
  const lines = (offer.price ?? []).map(({ key, params }) => texts[language].game.part(key, params))
  return { cost: costOf(reasonsOf(offer)), hand: handOf(positionOf(view), seat), list: texts[language].list(lines) }
}

test('conquests are told with their bill, the cheapest first, and what is too expensive with its rule', () => {
  const shown = find('expand', (each) => turn(each)['conquests'] === 7)
  const found = told(shown)
  const conquests = choicesOf(found, 'conquer')
  const costs = conquests.map((each) => bill(shown, each.move).cost)
  expect(costs.length).toBeGreaterThan(3)
  expect(costs).toEqual([...costs].sort((one, other) => one - other))
  for (const { move, label, details } of conquests) {
    expect(label).toBe(game.move(move))
    expect(details[0]).toBe(say('cost', bill(shown, move)))
  }
  const dear = shown.offers.filter(({ refusal }) => refusal?.code === 'too_few_pieces')
  const lacking = (each: Offer): number => Number(each.refusal?.params?.['pieces'])
  const most = Math.max(...dear.map(lacking))
  const last = dear
    .filter((each) => lacking(each) === most)
    .map(({ target, refusal }) => {
      const why = game.refused('too_few_pieces', refusal?.params)
      return say('why', { target: land(target), why, rule: 'K3' })
    })
  expect(last).toContain(found.refused.at(-1))
})

test('a decline says what becomes of the empire', () => {
  const shown = find('expand', (each) => each.legal.some(({ type }) => type === 'decline'))
  const [decline] = choicesOf(told(shown), 'decline')
  expect(decline?.label).toBe(game.move({ type: 'decline' }))
  const count = held(positionOf(shown.view), shown.seat).length
  expect(decline?.details[0]).toBe(detail(say('fall.provinces', { count })))
  expect(decline?.details.at(-1)).toBe(detail(say('fall.next')))
})

test('each of the two ways to conquer a province comes with its price', () => {
  const shown = find('expand', (each) => each.legal.some(({ type }) => type === 'infiltrate'), 2)
  const found = told(shown)
  expect(section(found, 'now')).toContain(say('spies', { count: 1 }))
  const spied = choicesOf(found, 'conquer').filter(({ move }) => move.type === 'infiltrate')
  expect(spied.length).toBeGreaterThan(0)
  for (const { move, label, details } of spied) {
    expect(label).toBe(game.move(move))
    expect(details[0]).toBe(say('cost', bill(shown, move)))
    expect(bill(shown, move).cost).toBe(2)
  }
})

test('a treaty is made before the first conquest, and binds both', () => {
  const shown = find('expand', (each) => each.legal.some(({ type }) => type === 'make_treaty'), 2)
  const found = told(shown)
  expect(found.choices[0]?.key).toBe('peace')
  expect(section(found, 'now')).toContain(say('treaties', { count: 1 }))
  for (const { details } of choicesOf(found, 'peace')) expect(details).toEqual([say('treaty.help')])
})

test('at the end of a turn Rebirth says that it is scored, and what a decline leads to', () => {
  const found = told(find('rebirth', () => true, 2))
  expect(section(found, 'now')).toContain(say('scored'))
  expect(found.choices.map(({ key }) => key)).toEqual(['decline', 'end'])
  expect(choicesOf(found, 'decline')[0]?.details.at(-1)).toBe(detail(say('fall.reborn')))
})

test('whoever has survivors to place is told, and where', () => {
  const found = told(find('survive'))
  expect(section(found, 'now')).toEqual(
    expect.arrayContaining([
      say('survivors', { seat: mine(0), count: 1 }),
      say('survivors', { seat: 'Henrik', count: 2 }),
    ]),
  )
  const attacks = Array.from({ length: 20 }, (_, count) => say('row.attack', { count }))
  const places = choicesOf(found, 'survive')
  expect(places.length).toBeGreaterThan(0)
  for (const { details } of places) expect(attacks).toContain(details.at(-1))
})

test('every legal move is among the choices, once; who is not to act has none', () => {
  for (const each of played) {
    const moves = told(each).choices.flatMap(({ choices }) => choices.map(({ move }) => move))
    expect(moves).toHaveLength(each.legal.length)
    expect(new Set(moves)).toEqual(new Set(each.legal))
    expect(told(each, 'en', false).choices).toEqual([])
  }
})

test('the same in German', () => {
  const shown = find('expand', (each) => turn(each)['conquests'] === 5)
  const found = told(shown, 'de')
  const german = texts.de
  expect(section(found, 'now')).toEqual([
    german.say('round', { round: 1, target: 150 }),
    german.say('acting.own', { step: german.say('conquering') }),
    german.say('hand', { count: 5, levies: 0 }),
    german.say('conquests', { count: 5 }),
  ])
  const [first] = choicesOf(found, 'conquer')
  expect(first?.label).toBe(german.game.move(first?.move ?? { type: '' }))
  expect(first?.details[0]).toBe(german.say('cost', bill(shown, first?.move ?? { type: '' }, 'de')))
})

test.each(['en', 'de'] as const)('everything has words, whoever looks (%s)', (language) => {
  for (const each of played) {
    for (const mine of [true, false]) {
      expect(JSON.stringify(told(each, language, mine))).not.toMatch(/undefined|NaN|null|\{\w+\}|"[a-z]+\.[a-z_.]+"/)
    }
  }
})

test('both languages have the same keys, all of them in use', () => {
  expect(Object.keys(de)).toEqual(Object.keys(en))
  const sources = [...globSync('src/games/vinci/spoken/*.ts'), 'src/board/spoken/SpokenTwin.svelte']
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const idle = Object.keys(en).filter((key) => !key.startsWith('group.') && !sources.includes(`'${key}'`))
  expect(idle).toEqual([])
  expect(Object.keys(en).filter((key) => Object.hasOwn(boardEn, key))).toEqual([])
})
