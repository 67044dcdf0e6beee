import { expect, test } from 'vitest'
import { Growing } from './growing.svelte'
import type { Land } from './marks'

const before: Land = { dacia: { pieces: 1, seat: 0 }, thracia: { pieces: 1 }, hellas: { pieces: 2, seat: 1 } }

test('what is conquered is drawn until that is done; pieces that are moved draw nothing', () => {
  const growing = new Growing()
  growing.see(before)
  expect(growing.gained).toEqual([])
  growing.see({ ...before, thracia: { pieces: 2, seat: 0 }, dacia: { pieces: 3, seat: 0 } })
  expect(growing.gained).toEqual([{ province: 'thracia', seat: 0 }])
  growing.drawn('thracia')
  expect(growing.gained).toEqual([])
})

test('ruins and whole other positions are simply there', () => {
  const growing = new Growing()
  growing.see(before)
  growing.see({ ...before, dacia: { pieces: 1, seat: 0, declined: true } })
  expect(growing.gained).toEqual([])
  growing.see({ syria: { pieces: 1, seat: 2 }, asia: { pieces: 1, seat: 2 }, alpes: { pieces: 1, seat: 2 } })
  expect(growing.gained).toEqual([])
})
