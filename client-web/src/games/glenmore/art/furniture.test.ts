import { expect, test } from 'vitest'
import { KINDS, TILES, type Kind } from '../data.generated'
import { lookOf } from './faces'
import { goodsOf, labelOf, membersOf, nameAt, pricesOf, sealsOf } from './furniture'
import { PICTOGRAMS } from './pictograms'
import { SCENERY } from './scenery'

const kinds: readonly Kind[] = Object.values(KINDS)

test('every label stays on its tile, clear of the seal beside a long one', () => {
  for (const { activation, once } of kinds) {
    const seals = sealsOf(once).length
    const label = labelOf(activation, seals)
    if (label === undefined) continue
    expect(label.x).toBeGreaterThan(6)
    expect(label.x + label.width).toBeLessThan(seals > 0 && !label.single ? 75 : 94)
  }
})

test('the signs of a label stand beside each other, from left to right', () => {
  for (const { activation } of kinds) {
    const items = labelOf(activation, 0)?.items ?? []
    items.slice(1).forEach((item, at) => {
      const before = items[at]
      expect(item.x - item.width / 2).toBeGreaterThan((before?.x ?? 0) + (before?.width ?? 0) / 2)
    })
  }
})

test('lochs have no label, and a fair counts up to its last step', () => {
  expect(labelOf(KINDS.loch_ness.activation, 0)).toBeUndefined()
  const fair = labelOf(KINDS.fair_large.activation, 0)?.items ?? []
  expect(fair.map((item) => ('text' in item ? item.text : item.what))).toEqual(['≠', '1', '3', '5', '8', '12'])
  expect(fair.filter((item) => item.what === 'step' && item.last)).toHaveLength(1)
})

test('a distillery shows that grain becomes a barrel', () => {
  expect(labelOf(KINDS.distillery.activation, 1)?.items.map(({ what }) => what)).toEqual(['good', 'arrow', 'barrel'])
})

test('a price lists each thing to be paid', () => {
  expect(pricesOf(TILES['2-07']?.cost)).toEqual([
    { what: 'good', good: 'wood' },
    { what: 'good', good: 'stone' },
    { what: 'good', good: 'cattle' },
  ])
  expect(pricesOf(TILES['3-10']?.cost)).toEqual([{ what: 'different' }, { what: 'different' }])
  expect(pricesOf(undefined)).toEqual([])
})

test('seals tell all that comes once', () => {
  expect(sealsOf(KINDS.castle_stalker.once)).toEqual([{ what: 'member' }, { what: 'member' }])
  expect(sealsOf(KINDS.donan_castle.once)).toEqual([{ what: 'member' }, { what: 'barrels' }])
  expect(sealsOf(KINDS.armadale_castle.once)).toEqual([{ what: 'member' }, { what: 'coin', text: '3' }])
  expect(sealsOf(KINDS.loch_oich.once)).toEqual([{ what: 'all' }])
})

test('goods lie right of clan members and river, and never off the tile', () => {
  for (const beside of [false, true]) {
    for (const number of [1, 2, 3]) {
      const places = goodsOf({ wood: number }, { beside, named: false })
      expect(places).toHaveLength(number)
      for (const { x, y, size } of places) {
        expect(x - size / 2).toBeGreaterThan(beside ? 36 : 6)
        expect(x + size / 2).toBeLessThan(97)
        expect(y + size / 2).toBeLessThan(72)
      }
    }
  }
})

test('members of a special location leave its name to be read', () => {
  expect(membersOf(1, true)[0]?.y).toBeLessThan(membersOf(1, false)[0]?.y ?? 0)
  expect(membersOf(7, false)).toHaveLength(3)
  expect(membersOf(0, false)).toHaveLength(0)
})

test('a long name gives way to a second seal', () => {
  expect(nameAt('Armadale', 2, 25).x).toBeLessThan(nameAt('Moil', 2, 25).x)
  expect(nameAt('Mey', 1, 25).x).toBe(50)
})

test('a name stands above the label, however large that is', () => {
  for (const label of [25, 31]) expect(nameAt('Mey', 1, label).y).toBeLessThan(97 - label)
})

test('every tile of the box has a look with something on its ground', () => {
  for (const { kind, edges } of Object.values(TILES)) expect(lookOf(kind, edges).drawn, kind).not.toHaveLength(0)
})

test('everything that is drawn on a tile lies in the sprite', () => {
  const drawings = new Set([...PICTOGRAMS.map(([name]) => name), ...Object.keys(SCENERY)])
  const used = Object.values(TILES).flatMap(({ kind, edges }) => lookOf(kind, edges).drawn.map(({ what }) => what))
  expect(used.filter((what) => !drawings.has(what))).toEqual([])
  expect(PICTOGRAMS.filter(([, outline]) => outline === '')).toEqual([])
})

test('the thirteen special locations bear their names', () => {
  const named = Object.values(TILES).filter(({ kind, edges }) => lookOf(kind, edges).name !== undefined)
  expect(named).toHaveLength(13)
})
