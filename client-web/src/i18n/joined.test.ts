import { expect, test } from 'vitest'
import { LANGUAGES } from './i18n.svelte'
import { eitherOf, joined } from './joined'

const NAMES = ['Ann', 'Ben', 'Cleo', 'Dan']

test.each(LANGUAGES)('texts are joined as their language joins them: %s', (language) => {
  const all = new Intl.ListFormat(language, { type: 'conjunction' })
  const one = new Intl.ListFormat(language, { type: 'disjunction' })
  for (let count = 0; count <= NAMES.length; count += 1) {
    const names = NAMES.slice(0, count)
    expect(joined(language, names)).toBe(all.format(names))
    expect(eitherOf(language, names)).toBe(one.format(names))
  }
})
