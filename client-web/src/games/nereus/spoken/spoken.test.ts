import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { People } from '../../../lib/lines'
import { Messages } from '../../../lib/messages'
import { Words } from '../../../lib/words'
import type { GameMove, Offer, View } from '../../../wire/generated'
import boardDe from '../board/say.de.json'
import boardEn from '../board/say.en.json'
import de from './de.json'
import en from './en.json'
import type { Spoken } from '../../../spoken/spoken'
import { spoken } from './spoken'

type Language = 'en' | 'de'
interface Position {
  seat: number
  view: View
  legal: GameMove[]
  offers: Offer[]
}
const positions = JSON.parse(readFileSync('src/games/nereus/positions.fixture.json', 'utf8')) as Record<
  string,
  Position
>
const own = { en: new Messages('en', { ...boardEn, ...en }), de: new Messages('de', { ...boardDe, ...de }) }
const words = (language: Language) =>
  new Words(
    language,
    JSON.parse(readFileSync(`../engines/partie/games/nereus/words.${language}.json`, 'utf8')) as Record<string, string>,
  )
const NAMES = ['Annika', 'Henrik', 'Marlene', 'Torf']

function told(name: string, language: Language, seen: 'mine' | 'others' = 'mine'): Spoken {
  const { seat, view, legal, offers } = positions[name] as Position
  const people: People = {
    seats: Object.keys(view['players'] as View).length,
    mine: seen === 'mine' ? seat : undefined,
    seat: (each) => NAMES[each] ?? '?',
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

test('while all choose in secret it is told who has, and never what', () => {
  expect(section(told('crew', 'en'), 'now')).toEqual([
    'Day 2 of 4, round 1 of 4.',
    'The sun is with Annika, the hourglass with Annika.',
    'All choose a crew member, at once and in secret.',
    'Annika and Marlene have chosen.',
    'Henrik (you) and Torf are thinking.',
  ])
})

test('only whoever chose hears what', () => {
  const position = structuredClone(positions['crew'] as Position)
  const players = position.view['players'] as Record<string, View>
  players['1'] = { ...players['1'], chosen: true, choice: 'pilot' }
  positions['chose'] = position
  expect(section(told('chose', 'en'), 'now')).toContain('You have chosen the pilot; nobody else knows.')
  expect(JSON.stringify(told('chose', 'en', 'others'))).not.toContain('You have chosen')
  delete positions['chose']
})

test('the crew rows tell who stands where, in the order of turns, and what an extra turn costs', () => {
  const rows = told('sail', 'en').sections.find(({ key }) => key === 'crew')?.lists ?? []
  expect(rows.map(({ title }) => title)).toEqual([
    ...['Captain', 'Pilot', 'Boatswain', 'Purser', 'Merchant', 'Scientist', 'Explorer'],
  ])
  expect(rows[1]?.items.map(({ text }) => text)).toEqual([
    'Chosen in this round by Annika (you).',
    '0–4 fields, orthogonal: free.',
    '0–3 fields, orthogonal: marker of Annika (you).',
    '0–2 fields, orthogonal: free.',
    '0–1 field, orthogonal: marker of Henrik.',
    'Action for gold – 2 gold: may change direction.',
    'Once the hold is complete: bends for free.',
  ])
  expect(rows[6]?.items.map(({ text }) => text)).toContain(
    'Any colour: marker of Marlene. An extra turn from here costs 4 gold.',
  )
})

test('the sea tells row by row what lies and sails there, and for how much one can go there', () => {
  const sea = section(told('sail', 'en'), 'sea')
  expect(sea[0]).toBe('6 by 6 fields, from a1 in the north-west to f6 in the south-east.')
  expect(sea).toContain('a2: 2 corals. You can sail here for 1 gold.')
  expect(sea).toContain('a3: the ship of Henrik.')
  expect(sea).toContain('a4: your ship. You can sail here for nothing.')
  expect(sea).toContain('Empty: f1.')
  expect(section(told('sail', 'en', 'others'), 'sea')).toContain('a2: 2 corals.')
})

test('voyages have their price, with who gets the toll, and their gain', () => {
  const found = told('sail', 'en')
  expect(found.choices.map(({ title }) => title)).toEqual(['At sea', 'End the turn'])
  const sail = found.choices[0]?.choices.find(({ label }) => label === 'Sail to a2, toll to Henrik')
  expect(sail?.details).toEqual([
    'Henrik gets 1 gold toll',
    '2 fields to a2',
    'Brings a red coral',
    'Brings a red coral',
  ])
  expect(found.refused).toContain('e1: A ship lies on e1. Rule V2.')
})

test('the own cabin comes first, with holds, chest, storage and hand; of others only what lies open', () => {
  const found = told('stow', 'en')
  expect(found.sections.slice(4).map(({ title }) => title)).toEqual([
    ...['Your cabin', 'The cabin of Annika', 'The cabin of Marlene', 'The cabin of Torf'],
  ])
  const cabin = section(found, 'cabin-1')
  expect(cabin.slice(0, 2)).toEqual([
    '6 points, 0 gold, science power 0, and 5 science cards.',
    'In your hand: one coral. What is not stowed when your turn ends is lost.',
  ])
  expect(cabin).toContain('Explorer, 8 points once complete. Free: green, yellow, and white. In it: one coral.')
  expect(cabin).toContain('Purser, 7 points once complete. Free: 3 places, all treasures different. In it: one pearl.')
  expect(cabin).toContain('The chest is empty. Next in it: white.')
  expect(cabin).toContain('In storage: one coral. 5 coloured places are free.')
  expect(cabin).toContain('“White in storage”, at the end of the game, 4 points.')
  expect(section(found, 'cabin-0').join(' ')).not.toContain('“')
  expect(labels(found, 'stow')).toHaveLength(5)
})

test('the bag is told by counting', () => {
  expect(section(told('crew', 'en'), 'bag')).toEqual([
    '40 treasures: 15 pearls, 7 amphorae, 7 emeralds, 3 corals, 7 murex shells, and one idol.',
    '2 discovery cards are left.',
  ])
})

test('the compass of the neutral ship is told where it sails along', () => {
  expect(section(told('neutral', 'en'), 'now').at(-1)).toBe('The disc on the compass lies in the north-west.')
  expect(section(told('crew', 'en'), 'now').join(' ')).not.toContain('compass')
})

test('every legal move is among the choices, once', () => {
  for (const [name, { legal }] of Object.entries(positions)) {
    const moves = told(name, 'en').choices.flatMap(({ choices }) => choices.map(({ move }) => move))
    expect(moves).toHaveLength(legal.length)
    expect(new Set(moves)).toEqual(new Set(legal))
  }
})

test('whoever is not to act hears what lies there, but no choices', () => {
  const found = told('sail', 'en', 'others')
  expect(section(found, 'now')[2]).toBe('Annika is to act: do the crew’s actions.')
  expect(found.choices).toEqual([])
  expect(found.refused).toEqual([])
})

test('the same in German', () => {
  const found = told('stow', 'de')
  expect(section(found, 'now').slice(0, 3)).toEqual([
    'Tag 3 von 4, Runde 1 von 4.',
    'Die Sonne liegt bei Henrik (du), die Sanduhr bei Henrik (du).',
    'Du bist am Zug: Schätze ablegen und den Zug beenden.',
  ])
  expect(section(found, 'cabin-1')[1]).toBe(
    'Auf deiner Hand: eine Koralle. Was du bis zum Zugende nicht verstaust, geht verloren.',
  )
  expect(section(told('sail', 'de'), 'sea')).toContain('a2: 2 Korallen. Du kannst für 1 Gold hierher fahren.')
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
  const made = /^(group|count|hold|left)\./
  const sources = ['spoken', 'choices', 'sea', 'crew', 'cabin', 'teller'].map((name) =>
    readFileSync(`src/games/nereus/spoken/${name}.ts`, 'utf8'),
  )
  const used = [...sources, readFileSync('src/spoken/SpokenTwin.svelte', 'utf8')].join('\n')
  const idle = Object.keys(en).filter((key) => !made.test(key) && !used.includes(`'${key}'`))
  expect(idle).toEqual([])
})
