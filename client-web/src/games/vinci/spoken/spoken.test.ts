import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { People } from '../../../lib/lines'
import { Messages } from '../../../lib/messages'
import { Words } from '../../../lib/words'
import type { Spoken } from '../../../spoken/spoken'
import type { GameMove, Offer, View } from '../../../wire/generated'
import boardDe from '../board/say.de.json'
import boardEn from '../board/say.en.json'
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
  board: View
  positions: Shown[]
}
const played = file.positions.map((each): Shown => ({ ...each, view: { ...each.view, board: file.board } }))
const own = { en: new Messages('en', { ...boardEn, ...en }), de: new Messages('de', { ...boardDe, ...de }) }
const words = (language: Language) =>
  new Words(
    language,
    JSON.parse(readFileSync(`../engines/partie/games/vinci/words.${language}.json`, 'utf8')) as Record<string, string>,
  )
const NAMES = ['Annika', 'Henrik', 'Marlene', 'Torf', 'Ole', 'Pia']

function told({ seat, view, legal, offers }: Shown, language: Language = 'en', mine = true): Spoken {
  const people: People = {
    seats: Object.keys(view['players'] as View).length,
    mine: mine ? seat : undefined,
    seat: (each) => NAMES[each] ?? '?',
    person: (id) => id,
  }
  const open = mine ? { legal, offers } : { legal: [], offers: [] }
  return spoken({ game: view, words: words(language), own: own[language], people, ...open })
}
/** The first position of a step in which something holds. */
function find(step: string, holds: (each: Shown) => boolean = () => true): Shown {
  const found = played.find((each) => each.view['step'] === step && holds(each))
  if (found === undefined) throw new Error(`no position of the step ${step}`)
  return found
}
function section(found: Spoken, key: string): string[] {
  const part = found.sections.find((each) => each.key === key)
  return [...(part?.intro ?? []), ...(part?.lists ?? []).flatMap(({ items }) => items.map(({ text }) => text))]
}
function group(found: Spoken, key: string): string[] {
  const part = found.choices.find((each) => each.key === key)
  return (part?.choices ?? []).map(({ label, details }) => [label, ...details].join('. '))
}
const turn = (each: Shown): View => each.view['turn'] as View

test('the six pairs are told in their order, with what their tiles do', () => {
  const pairs = told(find('choose')).sections.find(({ key }) => key === 'pairs')
  const items = pairs?.lists[0]?.items ?? []
  expect(items.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6])
  expect(items[0]?.text).toMatch(/^Pair 1: \w+ and \w+, \d+ pieces, costs nothing.*\. \w+: .+\. \w+: .+\.$/)
  expect(group(told(find('choose')), 'choose')[0]).toMatch(/^Pair 1: .* left to you$/)
})

test('the own empire comes first, province by province, with what an attack there takes', () => {
  const found = told(find('expand', (each) => turn(each)['conquests'] === 5))
  const empires = found.sections.filter(({ key }) => key.startsWith('empire-'))
  expect(empires.map(({ title }) => title)).toEqual(['Your empire', 'Annika’s empire', 'Marlene’s empire'])
  expect(section(found, 'empire-1')).toEqual(
    expect.arrayContaining([
      '4 points, 5 pieces in hand.',
      'Tile Coinage: 3 points a turn, 3 points now.',
      'Scored now, the turn would bring 6 points: 3 for provinces and 3 for coinage.',
      'Carpathia (Carpathians), mountains: 2 pieces; an attack costs 5.',
    ]),
  )
})

test('ruins are told apart from what lives, and nobody’s provinces from both', () => {
  const found = told(find('regroup', ({ view }) => Object.values(view['land'] as View).some(hasRuin)))
  const titles = found.sections.flatMap(({ lists }) => lists.map(({ title }) => title))
  expect(titles.some((title) => /^\d+ ruins$|^One ruin$/.test(title))).toBe(true)
  expect(titles.some((title) => / neutral piece/.test(title))).toBe(true)
  expect(section(found, 'map')).toHaveLength(45)
})
const hasRuin = (holding: unknown): boolean => (holding as View)['declined'] === true

test('the map says of every province where it lies', () => {
  const found = section(told(find('choose')), 'map')
  expect(found.find((text) => text.startsWith('Hibernia'))).toBe(
    'Hibernia (Ireland): pasture, port, neutral. Across a strait: Britannia and Caledonia. On the Atlantic. ' +
      'A new people may enter here.',
  )
})

test('conquests are told with their bill, the cheapest first, and what is too expensive with its rule', () => {
  const found = told(find('expand', (each) => turn(each)['conquests'] === 7))
  const costs = group(found, 'conquer').map((text) => Number(/Costs (\d+) of/.exec(text)?.[1]))
  expect(costs.length).toBeGreaterThan(3)
  expect(costs).toEqual([...costs].sort((one, other) => one - other))
  expect(group(found, 'conquer')[0]).toMatch(/^Conquer .*\. Costs \d+ of \d+ pieces: [A-Z]\w+: \d/)
  expect(found.refused.at(-1)).toMatch(/^[A-Z][\w ]+.*: That takes \d+ pieces; \d+ (is|are) in hand\. Rule K3\.$/)
})

test('a decline says what becomes of the empire', () => {
  const found = told(find('expand', (each) => each.legal.some(({ type }) => type === 'decline')))
  expect(group(found, 'decline')[0]).toMatch(/^Let the empire decline\. .*become.* ruins.*Then you choose a new people/)
})

test('whoever has survivors to place is told, and where', () => {
  const found = told(find('survive'))
  expect(section(found, 'now')).toEqual(
    expect.arrayContaining(['Annika (you) has one survivor to place.', 'Henrik has 2 survivors to place.']),
  )
  expect(group(found, 'survive').every((text) => /attack costs \d+$/.test(text))).toBe(true)
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
  const found = told(
    find('expand', (each) => turn(each)['conquests'] === 5),
    'de',
  )
  expect(section(found, 'now')).toEqual([
    'Runde 1. Das Spiel endet bei 150 Punkten.',
    'Du bist am Zug: erobern oder die Eroberungen beenden.',
    '5 Steine in der Hand.',
    '5 Provinzen wurden in diesem Zug erobert.',
  ])
  expect(group(found, 'conquer')[0]).toMatch(/^.* erobern\. Kostet \d+ von 5 Steinen: /)
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
  const sources = [...globSync('src/games/vinci/spoken/*.ts'), 'src/spoken/SpokenTwin.svelte']
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  const idle = Object.keys(en).filter((key) => !key.startsWith('group.') && !sources.includes(`'${key}'`))
  expect(idle).toEqual([])
  expect(Object.keys(en).filter((key) => Object.hasOwn(boardEn, key))).toEqual([])
})
