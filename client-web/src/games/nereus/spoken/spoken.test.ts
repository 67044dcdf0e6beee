import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { capital } from '../../../i18n/i18n.svelte'
import { joined } from '../../../i18n/joined'
import type { People } from '../../../board/contract'
import { Messages } from '../../../i18n/messages'
import { wordsFor } from '../../../board/words'
import { EngineTexts, textsOf, wordsOf } from '../../../test/words'
import type { GameMove, Offer, View } from '../../../wire/generated'
import boardDe from '../board/say.de.json'
import boardEn from '../board/say.en.json'
import de from './de.json'
import en from './en.json'
import type { Spoken } from '../../../board/spoken/spoken'
import { CREW, SCIENCE } from '../data'
import { spoken } from './spoken'

type Language = 'en' | 'de'
interface Position {
  seat: number
  view: View
  legal: GameMove[]
  offers: Offer[]
}
const positions = JSON.parse(readFileSync('src/games/nereus/board/positions.fixture.json', 'utf8')) as Record<
  string,
  Position
>
const own = { en: new Messages('en', { ...boardEn, ...en }), de: new Messages('de', { ...boardDe, ...de }) }
const NAMES = ['Annika', 'Henrik', 'Marlene', 'Torf']

const who = (seat: number): string => NAMES[seat] ?? '?'

/** The words of both languages, and what is made of them again and again. */
function textsIn(language: Language) {
  const [say, game] = [textsOf(own[language]), new EngineTexts(wordsOf('nereus', language), who)]
  return {
    say,
    game,
    list: (items: readonly string[]) => joined(language, items),
    mine: (seat: number) => say('own', { name: who(seat) }),
    count: (treasure: string, count: number) => say(`count.${treasure}`, { count }),
  }
}
const texts = { en: textsIn('en'), de: textsIn('de') }
const { say, game, list, mine, count } = texts.en

function told(name: string, language: Language, seen: 'mine' | 'others' = 'mine'): Spoken {
  const { seat, view, legal, offers } = positions[name] as Position
  const people: People = {
    seats: Object.keys(view['players'] as View).length,
    mine: seen === 'mine' ? seat : undefined,
    seat: who,
  }
  const open = seen === 'mine' ? { legal, offers } : { legal: [], offers: [] }
  return spoken({
    game: view,
    words: wordsFor(wordsOf('nereus', language), people.seat),
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

test('while all choose in secret it is told who has, and never what', () => {
  expect(section(told('crew', 'en'), 'now')).toEqual([
    say('day', { day: 2, days: 4, round: 1, rounds: 4 }),
    say('firsts', { sun: 'Annika', hourglass: 'Annika' }),
    say('choose.crew'),
    say('chosen.by', { count: 2, list: list(['Annika', 'Marlene']) }),
    say('thinking', { count: 2, list: list([mine(1), 'Torf']) }),
  ])
})

test('only whoever chose hears what', () => {
  const position = structuredClone(positions['crew'] as Position)
  const players = position.view['players'] as Record<string, View>
  players['1'] = { ...players['1'], chosen: true, choice: 'pilot' }
  positions['chose'] = position
  const choice = (crew: string) => say('choice', { crew: game.name('crew', crew) })
  expect(section(told('chose', 'en'), 'now')).toContain(choice('pilot'))
  const others = JSON.stringify(told('chose', 'en', 'others'))
  for (const crew of CREW) expect(others).not.toContain(JSON.stringify(choice(crew)).slice(1, -1))
  delete positions['chose']
})

/** The name of a space without that of its row. */
function printed(space: string): string {
  const [row, ...rest] = game.name('space', space).split(', ')
  expect(row).toBe(capital(game.name('crew', space.split('-')[0] ?? '')))
  return capital(rest.join(', '))
}

test('the crew rows tell who stands where, in the order of turns, and what an extra turn costs', () => {
  const rows = told('sail', 'en').sections.find(({ key }) => key === 'crew')?.lists ?? []
  expect(rows.map(({ title }) => title)).toEqual([
    ...['captain', 'pilot', 'boatswain', 'purser', 'merchant', 'scientist', 'explorer'].map((each) =>
      capital(game.name('crew', each)),
    ),
  ])
  const free = say('space.free')
  const marker = (seat: string) => say('space.marker', { seat })
  expect(rows[1]?.items.map(({ text }) => text)).toEqual([
    say('crew.chosen', { count: 1, list: mine(0) }),
    say('space.is', { space: printed('pilot-1'), lies: free }),
    say('space.is', { space: printed('pilot-2'), lies: marker(mine(0)) }),
    say('space.is', { space: printed('pilot-3'), lies: free }),
    say('space.is', { space: printed('pilot-4'), lies: marker('Henrik') }),
    say('crew.gold', { what: say('gold.pilot') }),
    say('crew.full', { what: say('improved.pilot') }),
  ])
  const any = say('space.is', { space: printed('explorer-4'), lies: marker('Marlene') })
  expect(rows[6]?.items.map(({ text }) => text)).toContain(`${any} ${say('space.extra', { coins: 4 })}`)
})

test('the sea tells row by row what lies and sails there, and for how much one can go there', () => {
  const sea = section(told('sail', 'en'), 'sea')
  const at = (space: string, lies: string) => say('sea.field', { field: space, list: lies })
  const corals = count('red', 2)
  expect(sea[0]).toBe(say('sea.size', { size: 6, last: 'f6' }))
  expect(sea).toContain(`${at('a2', corals)} ${say('sea.sail', { coins: 1, count: 1 })}`)
  expect(sea).toContain(at('a3', say('ship', { seat: 'Henrik' })))
  expect(sea).toContain(`${at('a4', say('ship.own'))} ${say('sea.sail', { coins: 0, count: 1 })}`)
  expect(sea).toContain(say('sea.empty', { list: 'f1' }))
  expect(section(told('sail', 'en', 'others'), 'sea')).toContain(at('a2', corals))
})

test('voyages have their price, with who gets the toll, and their gain', () => {
  const found = told('sail', 'en')
  expect(found.choices.map(({ title }) => title)).toEqual([say('group.sail'), say('group.end')])
  const sail = found.choices[0]?.choices.find(({ move }) => move['to'] === 'a2')
  expect(sail?.label).toBe(game.move({ type: 'sail', to: 'a2', tolls: ['1'] }))
  const coral = game.part('gain_treasure', { treasure: 'red' })
  expect(sail?.details).toEqual([
    game.part('price_toll', { seat: 1, coins: 1 }),
    game.part('gain_path', { to: 'a2', path: 'a4 a3 a2', count: 2 }),
    ...[coral, coral],
  ])
  const why = game.refused('occupied', { field: 'e1' })
  expect(found.refused).toContain(say('why', { target: 'e1', why, rule: 'V2' }))
})

test('the own cabin comes first, with holds, chest, storage and hand; of others only what lies open', () => {
  const found = told('stow', 'en')
  expect(found.sections.slice(4).map(({ title }) => title)).toEqual([
    say('cabin.own'),
    ...['Annika', 'Marlene', 'Torf'].map((seat) => say('cabin', { seat })),
  ])
  const cabin = section(found, 'cabin-1')
  const has = [say('points', { count: 6 }), say('gold', { count: 0 }), say('power', { count: 0 })]
  const [coral, pearl] = [count('red', 1), count('white', 1)]
  expect(cabin.slice(0, 2)).toEqual([
    say('stands', { list: list([...has, say('cards', { count: 5 })]) }),
    say('hand.own_lies', { list: coral }),
  ])
  const colour = (each: string) => game.name('colours', each)
  const explorer = { crew: capital(game.name('crew', 'explorer')), points: 8 }
  const purser = { crew: capital(game.name('crew', 'purser')), points: 7 }
  const open = list(['green', 'yellow', 'white'].map(colour))
  expect(cabin).toContain(`${say('hold.open', { ...explorer, free: open })} ${say('hold.lies', { list: coral })}`)
  const different = say('hold.different', { count: 3 })
  expect(cabin).toContain(`${say('hold.open', { ...purser, free: different })} ${say('hold.lies', { list: pearl })}`)
  expect(cabin).toContain(`${say('chest.empty')} ${say('chest.next', { colour: colour('white') })}`)
  expect(cabin).toContain(`${say('storage.lies', { list: coral })} ${say('storage.free', { free: 5 })}`)
  const card = { card: game.name('card', 'storage_white'), points: 4 }
  expect(cabin).toContain(say('card.at_end', card))
  const others = section(found, 'cabin-0').join(' ')
  for (const [name, { points = 0 }] of Object.entries(SCIENCE) as [string, { points?: number }][]) {
    const card = game.name('card', name)
    for (const told of [say('card.in_turn', { card }), say('card.at_end', { card, points })]) {
      expect(others).not.toContain(told)
    }
  }
  expect(labels(found, 'stow')).toHaveLength(5)
})

test('the bag is told by counting', () => {
  const inside = Object.entries({ white: 15, yellow: 7, green: 7, red: 3, violet: 7, black: 1 })
  expect(section(told('crew', 'en'), 'bag')).toEqual([
    say('bag.lies', { count: 40, list: list(inside.map(([treasure, each]) => count(treasure, each))) }),
    say('discovery', { left: 2 }),
  ])
})

test('the compass of the neutral ship is told where it sails along', () => {
  const compass = (direction: string) => say('compass', { direction: game.name('direction', direction) })
  expect(section(told('neutral', 'en'), 'now').at(-1)).toBe(compass('NW'))
  const without = section(told('crew', 'en'), 'now')
  for (const each of ['N', 'NE', 'E', 'SE', 'S', 'SW', 'W', 'NW']) expect(without).not.toContain(compass(each))
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
  const step = String(positions['sail']?.view['step'])
  expect(step).toBe('ready')
  expect(section(found, 'now')[2]).toBe(say('acting', { seat: 'Annika', step: game.name('step', step) }))
  expect(found.choices).toEqual([])
  expect(found.refused).toEqual([])
})

test('the same in German', () => {
  const found = told('stow', 'de')
  const german = texts.de
  const mine = german.mine(1)
  expect(section(found, 'now').slice(0, 3)).toEqual([
    german.say('day', { day: 3, days: 4, round: 1, rounds: 4 }),
    german.say('firsts', { sun: mine, hourglass: mine }),
    german.say('acting.own', { step: german.game.name('step', 'free') }),
  ])
  expect(section(found, 'cabin-1')[1]).toBe(german.say('hand.own_lies', { list: german.count('red', 1) }))
  const corals = german.say('sea.field', { field: 'a2', list: german.count('red', 2) })
  expect(section(told('sail', 'de'), 'sea')).toContain(`${corals} ${german.say('sea.sail', { coins: 1, count: 1 })}`)
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
  const used = [...sources, readFileSync('src/board/spoken/SpokenTwin.svelte', 'utf8')].join('\n')
  const idle = Object.keys(en).filter((key) => !made.test(key) && !used.includes(`'${key}'`))
  expect(idle).toEqual([])
})
