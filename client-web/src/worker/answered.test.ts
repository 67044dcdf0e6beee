import { expect, test } from 'vitest'
import { answered } from './answered'

test.each(['/', '/table/abcdefgh', '/rules/glenmore', '/device'])('%s opens as the page', (path) => {
  expect(answered(path, true)).toBe('page')
})

test.each(['/docs/', '/api/games', '/boards/go/board.js', '/service-worker.js', '/table/a.b'])(
  'what the service answers itself at %s is left to it',
  (path) => {
    expect(answered(path, true)).toBeUndefined()
  },
)

test('files whose names tell their content are kept, those of boards that come with a game too', () => {
  expect(answered('/assets/main-C0FFEE12.js', false)).toBe('file')
  expect(answered('/boards/go/0123/board.js', false)).toBe('file')
})

test('what the service says of its games is kept as it was last said', () => {
  expect(answered('/api/games', false)).toBe('game')
  expect(answered('/api/games/glenmore/words.de.json', false)).toBe('game')
  expect(answered('/api/games/glenmore/rules.en.md', false)).toBe('game')
})

test.each(['/api/session', '/api/account', '/api/games/glenmore/ladder', '/api/tables/abcdefgh/ratings', '/', '/ws'])(
  'nothing that a page asks for at %s is kept',
  (path) => {
    expect(answered(path, false)).toBeUndefined()
  },
)
