import { beforeEach, expect, test } from 'vitest'
import { StandingClock } from './clock.fixture'
import { GAP, KEPT, PATIENCE, Pasts } from './pasts'

let requested: (number | string)[][]
let clock: StandingClock
let pasts: Pasts

beforeEach(() => {
  requested = []
  clock = new StandingClock()
  pasts = new Pasts(
    (seq, perspective) => (requested.push(perspective === undefined ? [seq] : [seq, perspective]), true),
    clock,
  )
})

test('a finger that runs over many positions asks for few of them, and for the last', () => {
  for (let seq = 1; seq <= 200; seq += 1) {
    pasts.want([seq])
    clock.pass(5)
    const last = requested.at(-1)?.[0]
    if (typeof last === 'number' && pasts.get(last) === undefined) pasts.arrived(last, undefined, { seq: last })
  }
  clock.pass(GAP)
  expect(requested.length).toBeLessThanOrEqual(1_000 / GAP + 2)
  expect(requested.at(-1)).toEqual([200])
})

test('what is at hand is not requested, and the next of those wanted is', () => {
  pasts.arrived(5, undefined, { seq: 5 })
  pasts.want([5, 4, 6])
  pasts.arrived(4, undefined, { seq: 4 })
  clock.pass(GAP)
  expect(requested).toEqual([[4], [6]])
})

test('one question is out at a time, and requested again when no answer comes', () => {
  pasts.want([5])
  pasts.want([9])
  clock.pass(PATIENCE - 1)
  expect(requested).toEqual([[5]])
  clock.pass(1)
  expect(requested).toEqual([[5], [9]])
})

test('what the service does not show is not requested again', () => {
  pasts.want([900, 899])
  pasts.missing(900, undefined)
  clock.pass(GAP)
  expect(requested).toEqual([[900], [899]])
  pasts.arrived(899, undefined, {})
  clock.pass(PATIENCE * 3)
  expect(requested).toHaveLength(2)
})

test('the perspectives of seats are kept apart', () => {
  pasts.want([5], 0)
  pasts.arrived(5, 0, { hand: 'red' })
  pasts.want([5], 'spectator')
  clock.pass(GAP)
  expect(requested).toEqual([
    [5, 0],
    [5, 'spectator'],
  ])
  expect(pasts.get(5, 0)).toEqual({ hand: 'red' })
  expect(pasts.get(5)).toBeUndefined()
})

test('a new connection asks anew for what the old one owed', () => {
  pasts.want([5])
  pasts.lost()
  pasts.want([5])
  clock.pass(GAP)
  expect(requested).toEqual([[5], [5]])
})

test('a connection that is down is not pestered; the next wish asks', () => {
  const deaf = new Pasts(() => (requested.push(['tried']), false), clock)
  deaf.want([5])
  clock.pass(PATIENCE * 2)
  expect(requested).toHaveLength(1)
})

test('only so many positions are kept', () => {
  for (let seq = 1; seq <= KEPT + 1; seq += 1) pasts.arrived(seq, undefined, {})
  expect(pasts.get(1)).toBeUndefined()
  expect(pasts.get(2)).toBeDefined()
})

test('after a stop nothing is requested', () => {
  pasts.want([5])
  pasts.want([6])
  pasts.stop()
  clock.pass(PATIENCE * 2)
  expect(requested).toEqual([[5]])
})
