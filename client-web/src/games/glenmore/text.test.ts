import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { argumentsOf } from '../../i18n/icu'
import { Messages } from '../../i18n/messages'
import { KINDS } from './data'
import de from './words.de.json'
import en from './words.en.json'

const sources = globSync('src/games/glenmore/{,board,pieces,motion,art}/*.{ts,svelte}')
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

test('both languages ask for the same parameters', () => {
  const [german, english] = [new Messages('de', de), new Messages('en', en)]
  for (const key of english.keys()) {
    expect(argumentsOf(german.message(key) ?? []), key).toEqual(argumentsOf(english.message(key) ?? []))
  }
})

test('every key that is asked for by name is there', () => {
  const found = [...sources.matchAll(/\btext\(\s*'([a-z_.]+)'/g)].map((match) => match[1] as string)
  expect(found.length).toBeGreaterThan(40)
  for (const key of found) expect(en).toHaveProperty([key])
})

test('no key is without use', () => {
  const idle = Object.keys(en).filter((key) => !key.startsWith('kind.') && !sources.includes(`'${key}'`))
  expect(idle).toEqual([])
})

test('every kind of tile has a name, and no other has', () => {
  const named = Object.keys(en).filter((key) => key.startsWith('kind.'))
  expect(named.sort()).toEqual(
    Object.keys(KINDS)
      .map((kind) => `kind.${kind}`)
      .sort(),
  )
})
