import { expect, test } from 'vitest'
import { SPACES_SMALL } from '../data'
import { drawings, TICKED, type Item } from './drawings'

const of = (rule: string) => {
  const found = drawings.find(({ rules }) => rules.includes(rule))
  if (found === undefined) throw new Error(`no drawing for ${rule}`)
  return found
}
const seaOf = (rule: string) => {
  const found = of(rule).pieces.find((each): each is typeof each & Extract<Item, { is: 'sea' }> => each.is === 'sea')
  if (found === undefined) throw new Error(`no sea for ${rule}`)
  return found
}

test('voyages are as long as the space and the gold allow', () => {
  expect((seaOf('V4').path?.length ?? 0) - 1).toBe((SPACES_SMALL.captain[1]?.far ?? 0) + 2)
  expect((seaOf('P2').path?.length ?? 0) - 1).toBe(SPACES_SMALL.pilot[0]?.far)
})

test('no voyage ends on a ship', () => {
  for (const rule of ['V3', 'V4', 'P2']) {
    const { path = [], ships } = seaOf(rule)
    expect(ships.map(({ seaSpace }) => seaSpace)).not.toContain(path.at(-1))
  }
})

test('a treasure is found on every ticked space but the one with a ship', () => {
  const { treasures, ships } = seaOf('D2')
  expect(TICKED.length).toBeGreaterThan(5)
  expect([...Object.keys(treasures), ...ships.map(({ seaSpace }) => seaSpace)].sort()).toEqual([...TICKED].sort())
})

test('at the end a gem in storage is 5 gold, any other treasure 2, and 5 gold are a point', () => {
  const { pieces } = of('F5')
  const stored = pieces.reduce((sum, each) => sum + (each.is === 'slot' ? (each.filled === 'gem' ? 5 : 2) : 0), 0)
  const [gold, all, points] = pieces.flatMap((each) => (each.is === 'piece' ? [Number(each.value)] : []))
  expect(all).toBe(stored + (gold ?? 0))
  expect(points).toBe(Math.floor((all ?? 0) / 5))
})
