import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Messages } from '../../../i18n/messages'
import { CREW } from '../data'
import de from './say.de.json'
import en from './say.en.json'

const sources = [...globSync('src/games/nereus/board/*.{ts,svelte}'), 'src/games/nereus/index.ts']
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

test('no message of the board is without use, and every crew member has its own', () => {
  const crews = ['basic', 'crew', 'gold', 'improved'].flatMap((what) => CREW.map((crew) => `${what}.${crew}`))
  for (const key of crews) expect(en).toHaveProperty([key])
  const idle = Object.keys(en).filter((key) => !crews.includes(key) && !sources.includes(`'${key}'`))
  expect(idle).toEqual([])
})
