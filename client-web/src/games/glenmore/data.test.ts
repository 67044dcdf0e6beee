import { expect, test } from 'vitest'
import { ringCell, STACK_SIZES, tileOf, TILES, TRACK } from './data'

test('the stacks hold all tiles of the box', () => {
  const total = Object.values(STACK_SIZES).reduce((sum, size) => sum + size, 0)
  expect(Object.keys(TILES)).toHaveLength(total)
})

test('a tile knows what is printed on it and what its kind does', () => {
  expect(tileOf('1-19')).toMatchObject({
    kind: 'castle_stalker',
    frame: 'grey',
    river: true,
    road: false,
    cost: { wood: 1, stone: 1 },
    once: { clan_members: 2 },
  })
})

test('an id that is not in the box has no tile', () => {
  expect(tileOf('toString')).toBeUndefined()
})

test('the ring runs clockwise, each space beside the one before', () => {
  const cells = Array.from({ length: TRACK.fields }, (_, space) => ringCell(space))
  expect(cells.map(({ column, row }) => `${column},${row}`).join(' ')).toBe(
    '0,0 1,0 2,0 3,0 3,1 3,2 3,3 3,4 2,4 1,4 0,4 0,3 0,2 0,1',
  )
})

test('spaces are counted round and round', () => {
  expect(ringCell(TRACK.fields)).toEqual(ringCell(0))
  expect(ringCell(-1)).toEqual(ringCell(TRACK.fields - 1))
})
