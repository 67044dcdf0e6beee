import { expect, test } from 'vitest'
import { PROVINCES, TILES, type Province, type Terrain } from '../data.generated'
import { bordersOf } from '../board/map/lines'
import { drawings, type Item } from './drawings'

const of = (rule: string) => {
  const found = drawings.find(({ rules }) => rules.includes(rule))
  if (found === undefined) throw new Error(`no drawing for ${rule}`)
  return found
}

/** The costs of terrains. */
const TERRAIN: Readonly<Record<Terrain, number>> = { farmland: 2, pasture: 2, hills: 2, forest: 3, mountain: 3 }

/** The rows of a drawing: what stands next to each other. */
function rows(rule: string, height: number): Item[][] {
  const found: Item[][] = []
  for (const piece of of(rule).pieces) (found[Math.floor((piece.y + piece.size / 2) / height)] ??= []).push(piece)
  return found
}

/** What a conquest costs: terrain, pieces, a fortress, and what tiles take off. */
function sum(row: readonly Item[]): number {
  return row.reduce((cost, item) => {
    if (item.is === 'sign') return cost + TERRAIN[item.sign as Terrain]
    if (item.is === 'disc' || item.is === 'fort') return cost + 1
    return item.is === 'tile' ? cost - (TILES[item.tile].attack ?? 0) : cost
  }, 0)
}
const costOf = (row: readonly Item[]) => row.find((item) => item.is === 'cost')?.cost

test('conquests cost what terrain, pieces and fortresses add up to', () => {
  for (const row of rows('K2', 52)) expect(costOf(row)).toBe(sum(row))
  const [attacked, attacking] = rows('X9', 55)
  expect(costOf(attacked ?? [])).toBe(sum(attacked ?? []))
  // Your own fortress takes 1 off in place of adding 1.
  expect(costOf(attacking ?? [])).toBe(sum(attacking ?? []) - 2)
})

test('the pieces of a civilization are 8 and the red numbers', () => {
  const numbers = of('C4').pieces.flatMap((item) => (item.is === 'tile' ? [TILES[item.tile].population] : []))
  expect(of('C4').marks).toContainEqual(
    expect.objectContaining({ text: `= ${numbers.reduce((sum, each) => sum + each, 8)}` }),
  )
})

test.each<[string, Province, Province]>([
  ['K6', 'alpes', 'padania'],
  ['L1', 'burgundia', 'francia'],
  ['L5', 'burgundia', 'provincia'],
  ['R3', 'lusitania', 'castilla'],
  ['R3', 'castilla', 'tarraconensis'],
])('in %s, %s borders %s', (_, one, other) => {
  expect(bordersOf(one)).toContain(other)
})

test('an empire in parts has no border between them', () => {
  for (const province of ['lusitania', 'castilla', 'tarraconensis'] as const)
    expect(bordersOf(province)).not.toContain('provincia')
})

test('an arrow leads to every province next to Belgica', () => {
  const arrows = (of('K1').marks ?? []).filter(({ is }) => is === 'arrow')
  expect(arrows.length).toBe(bordersOf('belgica').length + (PROVINCES.belgica.straits ?? []).length)
})
