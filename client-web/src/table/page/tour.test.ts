import { expect, test } from 'vitest'
import { beside, nextStop } from './tour'

const stops = ['ring', 'gone', 'land'].map((anchor) => ({ anchor, title: () => anchor, text: () => anchor }))
const there = ({ anchor }: { anchor: string }) => anchor !== 'gone'

test('a tour goes from stop to stop and leaves out what is not there', () => {
  expect(nextStop(stops, -1, 1, there)).toBe(0)
  expect(nextStop(stops, 0, 1, there)).toBe(2)
  expect(nextStop(stops, 2, -1, there)).toBe(0)
})

test('a tour ends behind its last stop, and does not begin before its first', () => {
  expect(nextStop(stops, 2, 1, there)).toBeUndefined()
  expect(nextStop(stops, 0, -1, there)).toBeUndefined()
  expect(nextStop(stops, -1, 1, () => false)).toBeUndefined()
})

const room = { left: 0, top: 0, width: 1000, height: 800 }
const card = { width: 300, height: 150 }

test('the card stands below what it speaks of, or above where there is no room', () => {
  expect(beside({ left: 400, top: 100, width: 100, height: 50 }, card, room)).toEqual({ left: 300, top: 164 })
  expect(beside({ left: 400, top: 700, width: 100, height: 50 }, card, room)).toEqual({ left: 300, top: 536 })
})

test('beside a tall thing the card stands at its side', () => {
  expect(beside({ left: 10, top: 10, width: 300, height: 780 }, card, room)).toEqual({ left: 324, top: 325 })
  expect(beside({ left: 690, top: 10, width: 300, height: 780 }, card, room)).toEqual({ left: 376, top: 325 })
})

test('in a large thing the card stands at its lower edge', () => {
  expect(beside({ left: 200, top: 20, width: 600, height: 760 }, card, room)).toEqual({ left: 350, top: 620 })
})

test('the card never leaves the window', () => {
  expect(beside({ left: 980, top: 20, width: 20, height: 20 }, card, room)).toEqual({ left: 690, top: 54 })
  expect(beside(room, card, room)).toEqual({ left: 350, top: 640 })
})
