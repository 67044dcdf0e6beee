import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Messages } from '../../i18n/messages'
import { tour } from './board/tour'
import de from './words.de.json'
import en from './words.en.json'

const sources = globSync('src/games/vinci/**/*.{ts,svelte}')
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

test('both languages have the same keys, all of them in use', () => {
  expect(Object.keys(de)).toEqual(Object.keys(en))
  expect(Object.keys(en).filter((key) => !sources.includes(`'${key}'`))).toEqual([])
})

test.each([
  ['de', de],
  ['en', en],
] as const)('every message can be read (%s)', (language, catalogue) => {
  const messages = new Messages(language, catalogue)
  for (const key of messages.keys()) expect(messages.message(key), key).toBeDefined()
})

test('the tour points at things that stand on the board, or in the frame', () => {
  for (const { anchor } of tour) {
    expect(['seats', 'action-bar'].includes(anchor) || sources.includes(`data-anchor="${anchor}"`), anchor).toBe(true)
  }
})
