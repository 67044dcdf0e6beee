import { expect, test } from 'vitest'
import { squares } from './squares'

test('neighbours in a row are one piece, and rows lie below each other', () => {
  const rows = [
    [true, true, false, true],
    [false, false, false, false],
    [false, true, true, true],
  ]
  expect(squares(rows)).toBe('M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z')
})

test('an empty pattern draws nothing', () => {
  expect(squares([[false], []])).toBe('')
})
