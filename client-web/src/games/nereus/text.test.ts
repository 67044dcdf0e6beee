import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Messages } from '../../i18n/messages'
import { COMPASS } from './data'
import de from './words.de.json'
import en from './words.en.json'

const sources = globSync('src/games/nereus/**/*.{ts,svelte}')
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

test('both languages have the same keys', () => {
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort())
})

test.each([
  ['de', de],
  ['en', en],
] as const)('every message can be read (%s)', (language, catalogue) => {
  const messages = new Messages(language, catalogue)
  for (const key of messages.keys()) expect(messages.message(key), key).toBeDefined()
})

test('every key that is asked for by name is there', () => {
  const found = [...sources.matchAll(/\btext\(\s*'([a-z_.]+)'/g)].map((match) => match[1] as string)
  expect(found).toContain('discovery')
  for (const key of found) expect(en).toHaveProperty([key])
})

test('no key is without use', () => {
  const idle = Object.keys(en).filter((key) => !key.startsWith('compass.') && !sources.includes(`'${key}'`))
  expect(idle).toEqual([])
})

test('every point of the compass has its letters, and no other', () => {
  const named = Object.keys(en).filter((key) => key.startsWith('compass.'))
  expect(named.sort()).toEqual(COMPASS.map((point) => `compass.${point}`).sort())
})
