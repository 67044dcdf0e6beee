import { expect, test } from 'vitest'
import { beside } from './beside'

const page = { width: 400, height: 600 }
const sheet = { width: 200, height: 60 }
const at = (left: number, top: number, size = 80) => ({ left, top, right: left + size, bottom: top + size })

test('a sheet lies below what it speaks of, in its middle', () => {
  expect(beside(at(160, 100), sheet, page)).toEqual({ left: 100, top: 188 })
})

test('without room below it lies above', () => {
  expect(beside(at(160, 510), sheet, page)).toEqual({ left: 100, top: 442 })
})

test('it stays inside the window', () => {
  expect(beside(at(0, 100), sheet, page).left).toBe(8)
  expect(beside(at(320, 100), sheet, page).left).toBe(192)
})

test('beside what is as high as the window it lies at the wider side', () => {
  const high = { left: 20, top: 0, right: 120, bottom: 600 }
  expect(beside(high, sheet, page)).toEqual({ left: 128, top: 8 })
})
