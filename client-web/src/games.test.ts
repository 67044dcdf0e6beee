import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'

const folders = globSync('src/games/*/index.ts').map((path) => basename(dirname(path)))
const names = folders.flatMap((game): string[] => {
  const { name } = JSON.parse(readFileSync(`../engines/partie/games/${game}/words.en.json`, 'utf8')) as { name: string }
  // One has the name of its box in parentheses.
  return [game, ...name.split(/[()]/).map((part) => part.trim())].filter((part) => part !== '')
})
const named = new RegExp(`\\b(${names.join('|')})(?![a-z])`, 'i')

/** What the page is made of: neither games, nor what only looks at them. */
const sources = [
  'index.html',
  'vite.config.ts',
  'boards.ts',
  'compiling.ts',
  ...globSync('{src,public}/**/*.*'),
].filter((path) => !/^src\/(games|test)\/|\.test\.ts$/.test(path))

test('the games are found', () => {
  expect(folders.length).toBeGreaterThan(3)
  expect(names).toContain('Glen More')
})

test('the page names no game: boards are found', () => {
  expect(sources.filter((path) => named.test(readFileSync(path, 'utf8')))).toEqual([])
})

test('a game that is named is noticed', () => {
  expect(
    ['const vinci = 1', '--vinci-sea', 'Glen More; others', 'glenmore/index'].every((text) => named.test(text)),
  ).toBe(true)
  expect(named.test('the provinces of an invincible province')).toBe(false)
})
