import { beforeEach, expect, test } from 'vitest'
import { StandingClock } from './clock.fixture'
import { Replay } from './replay'

let at: number
let there: boolean
let clock: StandingClock
let replay: Replay

beforeEach(() => {
  at = 0
  there = true
  clock = new StandingClock()
  replay = new Replay(
    { step: () => (at < 3 ? ((at += 1), true) : false), ready: () => there, changed: () => undefined },
    clock,
  )
})

test('the first step comes at once, the others at the speed, and at the end it stops by itself', () => {
  replay.play()
  clock.pass(0)
  expect(at).toBe(1)
  clock.pass(1_599)
  expect(at).toBe(1)
  clock.pass(1)
  expect(at).toBe(2)
  clock.pass(10_000)
  expect([at, replay.playing]).toEqual([3, false])
})

test('a pause holds, and playing goes on from there', () => {
  replay.play()
  clock.pass(0)
  replay.pause()
  clock.pass(10_000)
  expect([at, replay.playing]).toEqual([1, false])
  replay.play()
  clock.pass(0)
  expect(at).toBe(2)
})

test('the speeds go round, and a faster one takes shorter steps', () => {
  replay.faster()
  expect(replay.speed).toBe(2)
  replay.play()
  clock.pass(800)
  expect(at).toBe(2)
  replay.faster()
  replay.faster()
  expect(replay.speed).toBe(1)
})

test('a position that has not come yet is waited for', () => {
  there = false
  replay.play()
  clock.pass(5_000)
  expect(at).toBe(0)
  there = true
  clock.pass(60)
  expect(at).toBe(1)
})
