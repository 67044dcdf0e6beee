import { expect, test } from 'vitest'
import { used } from './serviceworker'

test('the files and the words of games that a page has fetched are kept, once each', () => {
  const here = 'https://partie.example'
  const fetched = [
    '/assets/main.js',
    '/assets/main.js',
    '/boards/go/board.js',
    '/api/games',
    '/api/games/glenmore/words.de.json',
    '/api/session',
    '/api/games/glenmore/ladder?page=1',
  ].map((path) => ({ name: here + path }))
  const others = { name: 'https://elsewhere.example/assets/main.js' }
  expect(used([...fetched, others], here)).toEqual([
    `${here}/assets/main.js`,
    `${here}/boards/go/board.js`,
    `${here}/api/games`,
    `${here}/api/games/glenmore/words.de.json`,
  ])
})
