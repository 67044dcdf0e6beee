import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { wordsOf } from '../test/words'
import { Words, plain } from './words'

const words = new Words('en', {
  name: 'Toy',
  'line.took': '{seat} takes {tile} for {coins, plural, one {# coin} other {# coins}}.',
  'line.gave': '{seat} gives {goods, select, sheep {a woolly} other {some}} {goods}.',
  'part.points': 'Points: {points}',
  'move.step': 'Walk to {to}',
  'move.keep': 'Keep {tiles}',
  'move.sail': 'Sail{tolls, select, none {} other {, and pay {tolls}}}',
  'refused.full': 'The {row} row is full.',
  'names.tile.1-03': 'Loch Lochy',
  'names.goods.sheep': 'sheep',
  'names.to.field-1': 'field 2',
  'view.hand': 'Hand',
})
const person = (seat: number) => ['Ann', 'Ben'][seat] ?? '?'

test('types of moves stand in the order of their words, and texts in that of the language', () => {
  expect(
    ['keep', 'jump', 'step', 'sail'].toSorted((one, other) => words.moveRank(one) - words.moveRank(other)),
  ).toEqual(['step', 'keep', 'sail', 'jump'])
  expect(['field 10', 'field 9'].toSorted(words.compare)).toEqual(['field 9', 'field 10'])
  expect(['Zeche', 'Äcker'].toSorted(new Words('de', {}).compare)).toEqual(['Äcker', 'Zeche'])
})

test('a line names persons and things, and counts by the rules of its language', () => {
  expect(words.line({ key: 'took', params: { seat: 1, tile: '1-03', coins: 1 } }, person)).toEqual([
    { text: 'Ben', strong: true },
    { text: ' takes ', strong: false },
    { text: 'Loch Lochy', strong: true },
    { text: ' for 1 coin.', strong: false },
  ])
})

test('a select tells things apart by their ids, and reads as their names', () => {
  const line = { key: 'gave', params: { seat: 0, goods: 'sheep' } }
  expect(plain(words.line(line, person))).toBe('Ann gives a woolly sheep.')
})

test('an id without a name stands as it is', () => {
  expect(plain(words.line({ key: 'took', params: { seat: 0, tile: '9-99', coins: 2 } }, person))).toBe(
    'Ann takes 9-99 for 2 coins.',
  )
})

test('a line without words, or with a parameter missing, is still told', () => {
  expect(plain(words.line({ key: 'far_away', params: { seat: 0, n: 3 } }, person))).toBe('Far away · Ann · 3')
  expect(plain(words.line({ key: 'took', params: { seat: 0 } }, person))).toBe('Took · Ann')
})

test('moves are labelled by their type and fields', () => {
  expect(words.move({ type: 'step', to: 'field-1' }, person)).toBe('Walk to field 2')
  expect(words.move({ type: 'end_turn' }, person)).toBe('End turn')
})

test('a list reads as the names of what stands in it, and an empty one can be told apart', () => {
  expect(words.move({ type: 'keep', tiles: ['1-03', '9-99'] }, person)).toBe('Keep Loch Lochy and 9-99')
  expect(words.move({ type: 'sail', tolls: ['0', 'neutral'] }, person)).toBe('Sail, and pay Ann and neutral')
  expect(words.move({ type: 'sail', tolls: [] }, person)).toBe('Sail')
})

test('refusals have words or none, and parts fall back to lines', () => {
  expect(words.refused('full', { row: 'stone' }, person)).toBe('The stone row is full.')
  expect(words.refused('nothing', {}, person)).toBeUndefined()
  expect(plain(words.part({ key: 'points', params: { points: 3 } }, person))).toBe('Points: 3')
})

test('labels of members come from the game, from a name of such an id, or from the member itself', () => {
  expect(words.label('hand')).toBe('Hand')
  expect(words.label('sheep')).toBe('sheep')
  expect(words.label('end_of_round')).toBe('End of round')
})

test('a game whose chapters bring more than points says so in its own words', () => {
  const game = new Words('en', { chapter_gain: '{points, plural, one {+# point} other {+# points}}, +{coins} gold' })
  expect(game.gain({ points: 8, coins: 9 })).toBe('+8 points, +9 gold')
  expect(game.gain({ points: 1, coins: 0 })).toBe('+1 point, +0 gold')
  expect(words.gain({ points: 1 })).toBeUndefined()
})

test.each(['en', 'de'] as const)(
  'Vikings names points and gold of a chapter, and leaves out what is 0 (%s)',
  (each) => {
    const game = wordsOf('wikinger', each)
    expect(game.gain({ points: 0, coins: 6 })).toMatch(/^\+6\D+$/)
    expect(game.gain({ points: 8, coins: 9 })).toMatch(/^\+8\D+\+9\D+$/)
    expect(game.gain({ points: 1, coins: 0 })).toMatch(/^\+1\D+$/)
  },
)

const catalogues = [
  ...globSync('../engines/partie/games/*/words.*.json'),
  ...globSync('../tests/engines/toys/words.*.json'),
]

test.each(catalogues)('the words of every game can be read: %s', (path) => {
  const catalogue = JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
  const game = new Words(/words\.(\w+)\.json$/.exec(path)?.[1] ?? '', catalogue)
  expect(game.title).toBeDefined()
  for (const key of Object.keys(catalogue)) expect(game.messages.message(key), key).toBeDefined()
})

test('a negative number has a minus', () => {
  const number = words.part({ key: 'points', params: { points: -6 } }, person)
  expect(plain(number)).toBe('Points: −6')
})

test('scores are points unless the game says what they are, or that there are none', () => {
  const words = (catalogue: Record<string, string>) => new Words('de', catalogue)
  const thaler = words({
    score: '{points, plural, one {# Taler} other {# Taler}}',
    'score.with': '{points, plural, one {# Taler} other {# Talern}}',
    'score.name': 'Taler',
  })
  expect([thaler.scored, thaler.scoreName]).toEqual([true, 'Taler'])
  expect([thaler.score(-3), thaler.scoreWith(3)]).toEqual(['−3 Taler', '3 Talern'])
  expect(words({ score: '{points} km' }).scoreWith(3)).toBe('3 km')
  const points = words({})
  expect([points.scored, points.scoreName, points.score(3), points.scoreWith(3)]).toEqual([
    true,
    undefined,
    undefined,
    undefined,
  ])
  expect(words({ score: '' }).scored).toBe(false)
})
