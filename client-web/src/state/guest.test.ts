import { expect, test } from 'vitest'
import { givenName, wasGiven } from './guest'

test('a visitor has a name in the language of the page, and it is known as one that nobody chose', () => {
  expect(givenName('en', 0)).toBe('Guest 100')
  expect(givenName('de', 0.999_999)).toBe('Gast 999')
  for (const chance of [0, 0.31, 0.999_999]) expect(wasGiven(givenName('en', chance))).toBe(true)
})

test('a name that somebody chose is theirs, even if it begins alike', () => {
  for (const name of ['Ann', 'Guest', 'Guest 12', 'Guest 1234', 'Gast 417 Ann', '']) expect(wasGiven(name)).toBe(false)
})
