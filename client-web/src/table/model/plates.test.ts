import { expect, test } from 'vitest'
import { type PlateForm, plateHeight } from './plates'

const FORMS: readonly PlateForm[] = ['mapped', 'flat', 'plain']

test('plates are as high as leaves the history its lines', () => {
  expect([1440, 900, 768, 720].map((height) => plateHeight('mapped', 3, height))).toEqual(['full', 'low', 'low', 'low'])
  expect(plateHeight('mapped', 4, 720)).toBe('lowest')
  expect(plateHeight('plain', 6, 720)).toBe('lowest')
  expect(plateHeight('plain', 3, 900)).toBe('full')
})

test('neither more plates nor a lower window make them higher', () => {
  const order = ['lowest', 'low', 'full']
  for (const form of FORMS) {
    for (let plates = 1; plates <= 6; plates += 1) {
      for (let height = 600; height <= 1500; height += 20) {
        const rank = order.indexOf(plateHeight(form, plates, height))
        expect(order.indexOf(plateHeight(form, plates + 1, height))).toBeLessThanOrEqual(rank)
        expect(order.indexOf(plateHeight(form, plates, height - 20))).toBeLessThanOrEqual(rank)
      }
    }
  }
})
