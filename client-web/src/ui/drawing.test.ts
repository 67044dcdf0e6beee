import { expect, test } from 'vitest'
import { arrowOf, outside } from './drawing'

test('a straight arrow points along its line', () => {
  expect(arrowOf([0, 10], [40, 10])).toEqual({ line: 'M0 10Q20 10 40 10', head: [40, 10], turn: 0 })
})

test('a bent arrow leaves its way to the right and arrives from there', () => {
  const { line, turn } = arrowOf([0, 0], [40, 0], 10)
  expect(line).toBe('M0 0Q20 20 40 0')
  expect(turn).toBe(-45)
})

test('what would be cut off is named', () => {
  const piece = { x: 70, y: 0, size: 40 }
  const marks = [
    { is: 'yes', x: 4, y: 20 },
    { is: 'arrow', from: [10, 10], to: [90, 30] },
  ] as const
  expect(outside({ width: 100, height: 50, pieces: [piece], marks })).toEqual([
    '{"x":70,"y":0,"width":40,"height":40}',
    '{"x":-5,"y":11,"width":18,"height":18}',
  ])
  expect(outside({ width: 110, height: 50, pieces: [piece] })).toEqual([])
})
