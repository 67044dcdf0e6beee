import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { People } from '../../../lib/lines'
import { Messages } from '../../../lib/messages'
import { Words } from '../../../lib/words'
import type { GameMove, Offer, View } from '../../../wire/generated'
import de from './de.json'
import en from './en.json'
import type { Spoken } from '../../../spoken/spoken'
import { spoken } from './spoken'

type Language = 'en' | 'de'
interface Position {
  view: View
  legal: GameMove[]
  offers: Offer[]
}
const positions = JSON.parse(readFileSync('src/games/glenmore/positions.fixture.json', 'utf8')) as Record<
  string,
  Position
>
const own = { en: new Messages('en', en), de: new Messages('de', de) }
const words = (language: Language) =>
  new Words(
    language,
    JSON.parse(readFileSync(`../engines/partie/games/glenmore/words.${language}.json`, 'utf8')) as Record<
      string,
      string
    >,
  )
const NAMES = ['Annika', 'Henrik', 'Marlene', 'Torf']

function told(name: string, language: Language, seen: 'mine' | 'others' = 'mine'): Spoken {
  const { view, legal, offers } = positions[name] as Position
  const people: People = {
    seats: 4,
    mine: seen === 'mine' ? 0 : 2,
    seat: (seat) => NAMES[seat] ?? '?',
    person: (id) => id,
  }
  const open = seen === 'mine' ? { legal, offers } : { legal: [], offers: [] }
  return spoken({ game: view, words: words(language), own: own[language], people, ...open })
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
  expect(ring[0]).toBe('Annika, you, hindmost')
  expect(ring[2]).toBe('Henrik')
  expect(ring[4]).toBe(
    'Village G on the road. Costs 1 wood. When placed: one clan member. Each time: one movement point. You can take it.',
  )
  expect(ring[10]).toContain('Each time: 1, 3, 5, or 8 points for 1 to 4 different goods.')
  expect(ring[7]).toContain('Special place with one bonnet. Your chieftains count twice.')
  expect(ring[7]).toContain('You cannot take it. The stone row is full: none to buy. Rule W5.')
  expect(ring[13]).toBe('One empty field')
})

test('whoever is not to act hears what lies there, but no choices', () => {
  const found = told('take', 'en', 'others')
  expect(section(found, 'ring')[4]).toBe(
    'Village G on the road. Costs 1 wood. When placed: one clan member. Each time: one movement point.',
  )
  expect(section(found, 'now')[1]).toBe('Annika is to act: choose a tile.')
  expect(found.choices).toEqual([])
  expect(found.refused).toEqual([])
})

test('the warehouse tells what the next good costs and what one more brings', () => {
  expect(section(told('take', 'en'), 'warehouse')).toEqual([
    'Wood: buying costs 2 coins, selling brings one coin.',
    'Stone: none to buy, selling brings 3 coins.',
    'Sheep: buying costs 2 coins, selling brings one coin.',
    'Cattle: buying costs one coin, nothing to be earned by selling.',
    'Grain: buying costs 3 coins, selling brings 2 coins.',
  ])
})

test('the own land comes first, row by row from the north, with goods, members, river and road', () => {
  const found = told('take', 'en')
  expect(found.sections.slice(3).map(({ title }) => title)).toEqual([
    'Your land',
    'The land of Henrik',
    'The land of Marlene',
    'The land of Torf',
  ])
  const land = section(found, 'land-0')
  expect(land[0]).toBe(
    '17 points, 4 coins, 2 barrels of whisky, one chieftain, 10 tiles, 2 cattle, 1 sheep, 2 grain, and 2 wood.',
  )
  expect(land).toHaveLength(11)
  expect(land[1]).toBe(
    'Castle Stalker on the river. On it: one clan member. River: open in the north, Meadow A on the river in the south.',
  )
  expect(land[8]).toBe(
    'Forest A on the road. On it: 2 wood and one clan member. Road: Start village in the west, open in the east.',
  )
})

test('choices stand in groups, each with its price and gain', () => {
  const found = told('take', 'en')
  expect(found.choices.map(({ title }) => title)).toEqual(['Take a tile', 'Sell'])
  const fair = found.choices[0]?.choices.find(({ label }) => label === 'Take Medium fair on the road')
  expect(fair?.details).toEqual([
    'Costs 1 × wood of your own',
    'Medium fair on the road: up to 8 points for goods',
    'May lie at one place: east of Forest A on the road',
    'Then Forest C leaves the game',
    'Then 2 tiles are laid out',
    'Then Henrik is next',
  ])
  const sale = found.choices[1]?.choices[0]
  expect(sale?.label).toMatch(/^Sell 1 /)
  expect(sale?.details.join()).toMatch(/^Brings/)
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
  expect(section(found, 'now')[2]).toBe('Forest C is to be placed.')
  expect(labels(found, 'place')).toEqual([
    'Place it north of Distillery A and west of Castle Stalker on the river',
    'Place it north of Quarry B and east of Castle Stalker on the river',
    'Place it east of Quarry B',
    'Place it east of Small fair',
  ])
  expect(found.refused).toContain('north of Castle Stalker on the river: Forest C would interrupt the river. Rule P3.')
})

test('what is awake can be activated, and every refusal names its rule', () => {
  const found = told('activate', 'en')
  expect(section(found, 'land-0').filter((text) => text.includes('Can be activated.'))).toHaveLength(4)
  expect(labels(found, 'activate')).toContain('Activate all that bring goods')
  expect(labels(found, 'end')).toEqual(['End the turn'])
  expect(found.refused.length).toBeGreaterThan(5)
  for (const refused of found.refused) expect(refused).toMatch(/Rule [A-Z]\d+\.$/)
})

test('the same in German', () => {
  const found = told('take', 'de')
  expect(section(found, 'now')[1]).toBe('Du bist am Zug: Plättchen wählen.')
  expect(section(found, 'ring')[4]).toBe(
    'Dorf G an der Straße. Kostet 1 Holz. Beim Anlegen: ein Clanmitglied. Jedes Mal: ein Bewegungspunkt. ' +
      'Du kannst es nehmen.',
  )
  expect(section(found, 'warehouse')[1]).toBe('Stein: keines zu kaufen, Verkaufen bringt 3 Münzen.')
  expect(found.refused[0]).toMatch(/^Castle of Mey: .* Regel W5\.$/)
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
  const used = [...sources, readFileSync('src/spoken/SpokenTwin.svelte', 'utf8')].join('\n')
  const sides = new Set(['north', 'east', 'south', 'west', 'whisky', 'member', 'different'])
  const idle = Object.keys(en).filter((key) => !made.test(key) && !sides.has(key) && !used.includes(`'${key}'`))
  expect(idle).toEqual([])
})
