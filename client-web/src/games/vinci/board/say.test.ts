import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Messages } from '../../../i18n/messages'
import { TILES, type TileName } from '../data.generated'
import { kindOf } from './effects'
import { CHANGED } from './effectsaid'
import de from './say.de.json'
import en from './say.en.json'

const sources = [...globSync('src/games/vinci/board/*.{ts,svelte}'), 'src/games/vinci/index.ts']
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

test('no message of the board is without use, and every tile has its effect', () => {
  const effects = [
    ...(Object.keys(TILES) as TileName[]).map((tile) => `effect.${kindOf(tile)}`),
    ...[...CHANGED].map((kind) => `effect.first.${kind}`),
  ]
  for (const key of effects) expect(en).toHaveProperty([key])
  const idle = Object.keys(en).filter((key) => !effects.includes(key) && !sources.includes(`'${key}'`))
  expect(idle).toEqual([])
})
