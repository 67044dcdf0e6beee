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

test('a part that is larger than what is in sight is shown where something in it is lit', () => {
  const low = { top: 60, bottom: 600 }
  const part = { top: 60, bottom: 900 }
  expect(scrollIntoLit(part, [], low)).toBe(0)
  // One that is seen whole is enough.
  expect(
    scrollIntoLit(
      part,
      [
        { top: 100, bottom: 150 },
        { top: 700, bottom: 750 },
      ],
      low,
    ),
  ).toBe(0)
  expect(
    scrollIntoLit(
      part,
      [
        { top: 700, bottom: 750 },
        { top: 760, bottom: 820 },
      ],
      low,
    ),
  ).toBe(220)
  expect(scrollIntoLit({ top: -500, bottom: 340 }, [{ top: 300, bottom: 320 }], low)).toBe(-280)
})
