import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { View } from '../../../wire/generated'
import { STACK_SIZES, TILES } from '../data'
import { positionOf } from '../board/position'
import { stacksOf } from './stacks'

const positions = JSON.parse(readFileSync('src/games/glenmore/board/positions.fixture.json', 'utf8')) as Record<
  string,
  { view: View }
>
const views = Object.entries(positions).map(([name, { view }]) => [name, view] as const)

test.each(views)('every tile of the box is in one place (%s)', (_, view) => {
  const stacks = stacksOf(view)
  const tiles = stacks.flatMap((stack) => stack.tiles.map(({ tile }) => tile))
  expect(tiles.toSorted()).toEqual(Object.keys(TILES).toSorted())
  for (const { key, size } of stacks) expect(size).toBe(STACK_SIZES[key as keyof typeof STACK_SIZES])
})

test.each(views)('a stack holds as many tiles as the table counts (%s)', (_, view) => {
  const { stacks } = positionOf(view)
  for (const { key, left } of stacksOf(view)) expect(left, key).toBe(stacks[key] ?? 0)
})

test('the tiles of a stack stand in the order of the box, wherever they are', () => {
  const box = Object.keys(TILES)
  for (const [, view] of views) {
    for (const { tiles } of stacksOf(view)) {
      const found = tiles.map(({ tile }) => box.indexOf(tile))
      expect(found).toEqual(found.toSorted((one, other) => one - other))
    }
  }
})

test('a tile in a land, in hand, on the track or out of the game is shown there', () => {
  const [, view] = views[0] ?? []
  if (view === undefined) throw new Error('there is no position')
  const { players, track } = positionOf(view)
  const waiting = stacksOf(view).flatMap(({ tiles }) => tiles.filter(({ is }) => is === 'stack'))
  const hand = waiting[0]?.tile ?? ''
  const gone = waiting[1]?.tile ?? ''
  const changed = {
    ...view,
    removed: { ...(view['removed'] as object), [gone]: true },
    turn: { ...(view['turn'] as object), seat: 1, hand },
  } as View
  const found = new Map(stacksOf(changed).flatMap(({ tiles }) => tiles.map((each) => [each.tile, each])))
  expect(found.get(hand)).toEqual({ tile: hand, is: 'land', seat: 1 })
  expect(found.get(gone)).toEqual({ tile: gone, is: 'gone' })
  for (const [seat, { land }] of Object.entries(players)) {
    for (const { tile } of Object.values(land))
      expect(found.get(tile)).toEqual({ tile, is: 'land', seat: Number(seat) })
  }
  for (const { tile } of Object.values(track.fields)) {
    if (tile !== undefined) expect(found.get(tile)).toEqual({ tile, is: 'track' })
  }
})

test('the first stack that still has tiles is the one they come from', () => {
  for (const [, view] of views) {
    const now = stacksOf(view).filter((stack) => stack.now)
    expect(now.map(({ key }) => key)).toEqual([String(positionOf(view).round)])
  }
})
