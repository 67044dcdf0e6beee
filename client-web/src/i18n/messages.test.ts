import { expect, test } from 'vitest'
import { LANGUAGES } from './i18n.svelte'
import { Messages } from './messages'

const NUMBERS = [...Array.from({ length: 1_205 }, (_, number) => number), -1, -12, 0.5, 1.5, 1_234_567]

test.each(LANGUAGES)('numbers and their plurals are those of the language: %s', (language) => {
  const messages = new Messages(language, { count: '{n, plural, one {one #} other {other #}}' })
  const [rules, format] = [new Intl.PluralRules(language), new Intl.NumberFormat(language)]
  for (const number of NUMBERS) {
    expect(messages.format('count', { n: number })).toBe(`${rules.select(number)} ${format.format(number)}`)
  }
})
