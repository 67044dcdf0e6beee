import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Messages } from '../../../i18n/messages'
import { FIGURES, SPECIALS } from '../art/kinds'
import de from './say.de.json'
import en from './say.en.json'

const sources = [...globSync('src/games/wikinger/board/*.{ts,svelte}'), 'src/games/wikinger/index.ts']
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

test('the board says the same things in both languages', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort())
})

test.each([
  ['de', de],
  ['en', en],
] as const)('every message of the board can be read (%s)', (language, catalogue) => {
  const messages = new Messages(language, catalogue)
  for (const key of messages.keys()) expect(messages.message(key), key).toBeDefined()
})

test('no message of the board is without use; figures, signs and special tiles have their own', () => {
  const named = [
    ...['gold', 'points', 'island', ...FIGURES].map((sign) => `sign.${sign}`),
    ...FIGURES.map((figure) => `does.${figure}`),
    ...SPECIALS.filter((special) => !special.startsWith('special-')).map((special) => `special.${special}`),
  ]
  for (const key of named) expect(en).toHaveProperty([key])
  const idle = Object.keys(en).filter((key) => !named.includes(key) && !sources.includes(`'${key}'`))
  expect(idle).toEqual([])
})
