import { expect, test } from 'vitest'
import { scrollInto } from './scrollinto'

const sight = { top: 60, bottom: 900 }

test('what is in sight stays where it is', () => {
  expect(scrollInto({ top: 60, bottom: 900 }, sight)).toBe(0)
})

test('what lies below comes up just so far that all of it is seen', () => {
  expect(scrollInto({ top: 700, bottom: 1200 }, sight)).toBe(300)
})

test('what lies above comes down to its beginning', () => {
  expect(scrollInto({ top: -400, bottom: 200 }, sight)).toBe(-460)
})

test('of what is larger than the window the beginning is seen', () => {
  expect(scrollInto({ top: 300, bottom: 2000 }, sight)).toBe(240)
})
