import { expect, test } from 'vitest'
import { KINDS, SCORING_POINTS, TILES, tileOf, type Frame } from '../data'
import { drawings, type Item } from './drawings'

const of = (rule: string) => {
  const found = drawings.find(({ rules }) => rules.includes(rule))
  if (found === undefined) throw new Error(`no drawing for ${rule}`)
  return found
}
const count = (rule: string, wanted: (item: Item) => boolean) => of(rule).pieces.filter(wanted).length
const points = (rule: string) =>
  of(rule).pieces.flatMap((each) => (each.is === 'piece' && each.piece === 'points' ? [each.value] : []))
const texts = (rule: string) => (of(rule).marks ?? []).flatMap((mark) => (mark.is === 'text' ? [mark.text] : []))

test('all tiles are in the box, each once in a drawing of a land', () => {
  for (const { pieces } of drawings)
    for (const each of pieces) if (each.is === 'tile') expect(Object.keys(TILES)).toContain(each.tile)
  for (const rule of ['P2', 'P3', 'P4', 'P6', 'A2']) {
    const tiles = of(rule).pieces.flatMap((each) => (each.is === 'tile' ? [each.tile] : []))
    expect(new Set(tiles).size, rule).toBe(tiles.length)
  }
})

test('a scoring gives by the table what the barrels are ahead', () => {
  const rows = [8, 52, 96].map((y) =>
    count('T5', (item) => 'piece' in item && item.piece === 'barrel' && inRow(item, y)),
  )
  const leads = rows.map((barrels) => barrels - Math.min(...rows))
  expect(texts('T5')).toEqual(leads.map((lead) => `+${lead}`))
  expect(points('T5')).toEqual(leads.map((lead) => SCORING_POINTS[lead]))
})

function inRow(item: Item, y: number): boolean {
  const at = (item as { y?: number }).y ?? 0
  return at >= y && at < y + 32
}

test('the fairs give what is printed on the large one', () => {
  expect(points('A9')).toEqual(KINDS.fair_large.activation?.points)
})

test('markets give what is printed on them', () => {
  const printed = ['3-06', '2-03', '3-16', '1-02', '2-02'].map((id) => tileOf(id)?.activation?.points?.at(-1))
  expect(points('A10')).toEqual(printed)
})

test('the example of paying pays what Iona Abbey costs', () => {
  expect(tileOf('2-17')?.cost).toEqual({ wood: 1, stone: 1, sheep: 1 })
})

test.each<[string, Frame, number]>([
  ['B8', 'yellow', 2],
  ['B10', 'green', 2],
])('%s counts tiles with a %s frame', (rule, frame, each) => {
  const [, ...tiles] = of(rule).pieces.flatMap((item) => (item.is === 'tile' ? [tileOf(item.tile)?.frame] : []))
  expect(points(rule)).toEqual([each * tiles.filter((found) => found === frame).length])
})
