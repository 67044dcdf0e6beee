import { globSync, readFileSync } from 'node:fs'
import { IntlMessageFormat } from 'intl-messageformat'
import { expect, test } from 'vitest'
import { type Message, argumentsOf, parse } from './icu'
import { type Catalogue, Messages } from './messages'

const format = (text: string, values: Record<string, string | number> = {}, language = 'en'): string =>
  new Messages(language, { text }).format('text', values)

test('an argument is replaced by its value, wherever it stands', () => {
  expect(format('{who} takes {what}', { who: 'Ann', what: 'a tile' })).toBe('Ann takes a tile')
})

test('a plural goes by the number itself, then by its category, and tells it as the language writes it', () => {
  const text = '{n, plural, =0 {nothing} one {one thing} other {# things}}'
  expect([0, 1, 2, 12_000].map((n) => format(text, { n }))).toEqual([
    'nothing',
    'one thing',
    '2 things',
    '12,000 things',
  ])
  expect(format(text, { n: 12_000 }, 'de')).toBe('12.000 things')
})

test('an ordinal goes by the category of a number in a row', () => {
  const text = '{n, selectordinal, one {#st} two {#nd} few {#rd} other {#th}}'
  expect([1, 2, 3, 11, 22].map((n) => format(text, { n }))).toEqual(['1st', '2nd', '3rd', '11th', '22nd'])
})

test('a choice goes by the value, and has arguments and choices in it', () => {
  const text = '{sex, select, f {{n, plural, one {her tile} other {her # tiles}}} other {{who}’s}}'
  expect(format(text, { sex: 'f', n: 2, who: 'Bob' })).toBe('her 2 tiles')
  expect(format(text, { sex: 'x', n: 2, who: 'Bob' })).toBe('Bob’s')
})

test('an apostrophe quotes what means something, two of them are one, and any other is itself', () => {
  expect(format("it's '{no}' argument, it''s")).toBe("it's {no} argument, it's")
  expect(format("{n, plural, other {'#' is #}}", { n: 3 })).toBe('# is 3')
})

test('what lacks a value is told by its key', () => {
  expect(format('{who} moves')).toBe('text')
})

test.each(['a {b', '{n, plural}', '{n, plural, one {1}}', '{n, plural, other {#}', '{a b}'])(
  'what cannot be read is no message: %s',
  (text) => {
    expect(() => parse(text)).toThrow()
    expect(format(text)).toBe('text')
  },
)

const catalogues = [
  ...globSync('src/**/{say,words,why,de,en}*.json'),
  ...globSync('../engines/partie/games/*/words.*.json'),
  ...globSync('../server/partie/features/narration/words.*.json'),
  ...globSync('../tests/engines/toys/words.*.json'),
]

/** Values by which all texts of a message are chosen in turn. */
function values(message: Message, turn: number): Record<string, string | number> {
  const own = message.flatMap((part) => {
    if (typeof part !== 'object') return []
    const names = [...part.choices.keys()]
    const nested = [...part.choices.values()].flatMap((each) => Object.entries(values(each, turn)))
    const value = part.kind === 'select' ? (names[turn % names.length] ?? '') : turn
    return [...nested, [part.name, value] as const]
  })
  return Object.fromEntries(own)
}

test.each(catalogues)('every message says what FormatJS makes of it: %s', (path) => {
  const language = /\bde\b/.test(path) ? 'de' : 'en'
  const catalogue = JSON.parse(readFileSync(path, 'utf8')) as Catalogue
  const messages = new Messages(language, catalogue)
  for (const [key, text] of Object.entries(catalogue)) {
    const message = parse(text)
    const theirs = new IntlMessageFormat(text, language, undefined, { ignoreTag: true })
    for (const turn of argumentsOf(message).size === 0 ? [0] : [0, 1, 2, 3, 5, 11, 1_234]) {
      const given = values(message, turn)
      expect(messages.format(key, given), key).toBe(theirs.format(given))
    }
  }
})
