import { expect, test } from 'vitest'
import { scrollInto, scrollIntoLit } from './scrollinto'

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

const at = (top: number, bottom: number) => ({ top, bottom })
const low = at(60, 600)

test.each([
  { lit: [], by: 0 },
  { lit: [at(700, 750), at(760, 820)], by: 220 },
  // One that is seen whole is enough.
  { lit: [at(100, 150), at(700, 750)], by: 0 },
])('a part that is larger than what is in sight is shown where something is lit: $lit', ({ lit, by }) => {
  expect(scrollIntoLit(at(60, 900), lit, low)).toBe(by)
})

test('a part above what is in sight is passed as far as something is lit', () => {
  expect(scrollIntoLit(at(-500, 340), [at(300, 320)], low)).toBe(-280)
})
