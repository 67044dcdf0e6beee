import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { abridged, hasShort, highlight, marks, read, search } from './rules'

const TEXT = `# The rules

Before *everything*.

## The track

A word on it.

### T1 Who acts
Always the **last** figure & nobody else.

- one
- two figures

## The warehouse

### W1 Selling
At any moment.

### W10 Far away
The figure sells.
`
const reference = read(TEXT)
const numbers = (query: string) =>
  search(reference, query).chapters.flatMap((each) => each.rules.map((rule) => rule.number))

test('a rules file is cut into chapters and numbered rules', () => {
  expect(reference.html).toContain('<em>everything</em>')
  expect(reference.chapters.map((chapter) => chapter.title)).toEqual(['The track', 'The warehouse'])
  expect(reference.chapters[0]?.html).toContain('A word on it.')
  expect(reference.chapters[0]?.rules[0]).toMatchObject({
    number: 'T1',
    title: 'Who acts',
    text: 'Who acts Always the last figure & nobody else. one two figures',
  })
})

test('a quotation in a rule is its short version', () => {
  const both = read(
    '## Track\n\n### T1 Who acts\n> The **last** one.\n\nAlways the last figure.\n\n### T2 Ties\nNone.\n',
  )
  const rules = both.chapters[0]?.rules ?? []
  expect(rules.map(({ short }) => short.trim())).toEqual(['<p>The <strong>last</strong> one.</p>', ''])
  expect(rules.map(({ html }) => html.trim())).toEqual(['<p>Always the last figure.</p>', '<p>None.</p>'])
  expect(search(both, 'last')).toMatchObject({ rules: 1, hits: 2 })
  expect([hasShort(both), hasShort(reference)]).toEqual([true, false])
})

test('the short version has the rules that have one, and the one that was asked for', () => {
  const both = read('## A\n\n### A1 One\n> Short.\n\nLong.\n\n### A2 Two\nLong.\n\n## B\n\n### B1 Three\nLong.\n')
  const left = (asked?: string) =>
    abridged(both.chapters, asked).flatMap(({ rules }) => rules.map(({ number }) => number))
  expect(left()).toEqual(['A1'])
  expect(left('B1')).toEqual(['A1', 'B1'])
})

test('a number finds its rule, and the ones that begin with it', () => {
  expect(numbers('w10')).toEqual(['W10'])
  expect(numbers(' W 1')).toEqual(['W1', 'W10'])
  expect(numbers('w')).toEqual(['W1', 'W10'])
})

test('words find the rules that have them, across line breaks and in any case, and are counted', () => {
  expect(search(reference, 'FIGURE')).toMatchObject({ rules: 2, hits: 3, mark: 'FIGURE' })
  expect(numbers('any   moment')).toEqual(['W1'])
  expect(search(reference, 'dragon')).toMatchObject({ chapters: [], rules: 0, hits: 0 })
})

test('two letters that are no number are words', () => {
  expect(numbers('at')).toEqual(['W1'])
})

test('an empty search shows everything', () => {
  expect(search(reference, '  ')).toMatchObject({ rules: 3, hits: 0, mark: '' })
})

test('signs in a search stand for themselves', () => {
  expect(numbers('moment.')).toEqual(['W1'])
  expect(numbers('.*')).toEqual([])
})

test('marking leaves tags and character references alone', () => {
  expect(highlight('<p class="p">a p &amp; p</p>', 'p')).toBe('<p class="p">a <mark>p</mark> &amp; <mark>p</mark></p>')
  expect(highlight('a &amp; b', 'amp')).toBe('a &amp; b')
  expect(marks('Who acts', 'ACT')).toEqual([
    { text: 'Who ', found: false },
    { text: 'act', found: true },
    { text: 's', found: false },
  ])
})

test.each(['de', 'en'])("the rules of Glen More have every rule's text (%s)", (language) => {
  const text = readFileSync(
    new URL(`../../../../engines/partie/games/glenmore/rules.${language}.md`, import.meta.url),
    'utf8',
  )
  const rules = read(text).chapters.flatMap((chapter) => chapter.rules)
  expect(rules.length).toBeGreaterThan(40)
  for (const rule of rules) expect(rule.html, rule.number).toContain('<p>')
})

test.each([
  ['glenmore', 40],
  ['nereus', 60],
  ['vinci', 50],
  ['wikinger', 40],
])('%s has the same short versions in both languages', (game, least) => {
  const shorts = ['de', 'en'].map((language) => {
    const path = new URL(`../../../../engines/partie/games/${game}/rules.${language}.md`, import.meta.url)
    const rules = read(readFileSync(path, 'utf8')).chapters.flatMap((chapter) => chapter.rules)
    for (const rule of rules) expect(rule.html, rule.number).toContain('<p>')
    return rules.filter(({ short }) => short !== '').map(({ number }) => number)
  })
  expect(shorts[0]).toEqual(shorts[1])
  expect(shorts[0]?.length).toBeGreaterThan(least)
})
