import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { GameMove, Offer } from '../../../wire/generated'
import { ENDINGS, loose, onlySells, others, places, reasons, spotOf, spotsOf, walksFrom, woken, yields } from './model'
import { cellOf, spaceOf, leftOf, order, type Position, stockOf } from './position'

interface Case {
  view: Position
  legal: GameMove[]
  offers: Offer[]
}
const read = (name: string): unknown =>
  JSON.parse(readFileSync(`src/games/glenmore/board/${name}.fixture.json`, 'utf8'))
const played = read('choices') as Case[]
const shown = read('positions') as { take: Case; place: Case; activate: Case }

/** All moves that a reader can make: by choosing spots, by the strip at the land, and by the action bar. */
function reachable({ view, legal, offers }: Case): Set<GameMove> {
  const found = new Set<GameMove>(legal.filter((move) => ENDINGS.has(move.type)))
  const spots = spotsOf(view, legal, offers)
  for (const move of loose(view, legal)) found.add(move)
  for (const [name, spot] of spots) {
    if (spot.main !== undefined) found.add(spot.main)
    for (const move of others(spot)) found.add(move)
    const tile = name.startsWith('tile:') ? name.slice(5) : ''
    if (walksFrom(legal, tile).length === 0) continue
    for (const spot of spotsOf(view, legal, offers, tile).values()) {
      if (spot.main !== undefined) found.add(spot.main)
    }
  }
  return found
}

describe('every legal move can be made on the board', () => {
  test.each(
    played.map(
      (each) => [`${each.view.step}: ${[...new Set(each.legal.map(({ type }) => type))].join(', ')}`, each] as const,
    ),
  )('%s', (_, position) => {
    const found = reachable(position)
    expect(position.legal.filter((move) => !found.has(move))).toEqual([])
  })
})

test('every refusal has a spot on which it can be asked for, but for steps and the end of the turn', () => {
  const { view, legal, offers } = shown.place
  const spots = spotsOf(view, legal, offers)
  for (const offer of offers.filter(({ refusal, target }) => refusal !== undefined && target.includes(','))) {
    expect(spots.get(`cell:${offer.target}`)?.refused).toContain(offer)
  }
})

test('a tile that cannot be taken is locked and says why, one that can is not', () => {
  const { view, legal, offers } = shown.take
  const spots = spotsOf(view, legal, offers)
  expect(spots.get('tile:2-07')?.locked?.refusal).toMatchObject({ code: 'row_full', rule: 'W5' })
  expect(spots.get('tile:2-10')).toMatchObject({ main: { type: 'take', tile: '2-10' }, locked: undefined })
})

test('a tile that sleeps is not locked', () => {
  const { view, legal, offers } = shown.activate
  expect(spotsOf(view, legal, offers).get('tile:1-13')?.locked).toBeUndefined()
})

test('a free place tells how many tiles wake, before the tile is taken and when it is placed', () => {
  const { offers } = shown.take
  const village = offers.find(({ target }) => target === '2-10')
  expect(places(village)).toEqual([{ cell: '2,0', count: 4 }])
  expect(woken(shown.place.offers, '-1,-2')).toBe(5)
  expect(woken(shown.place.offers, '9,9')).toBeUndefined()
})

test('a place tells what each woken tile brings', () => {
  const offer = shown.place.offers.find(({ target }) => target === '1,-2')
  expect([...yields(offer)].map(([tile, { key }]) => `${tile} ${key}`)).toEqual([
    '1-20 gain_good',
    '1-19 gain_movement',
    '0-03 gain_good',
    '1-15 gain_good',
  ])
})

test('selling is asked for, never done by choosing the tile', () => {
  const { view, legal, offers } = shown.take
  const spot = spotsOf(view, legal, offers).get('tile:0-03')
  expect(spot?.main).toBeUndefined()
  expect(others(spot).map(({ type }) => type)).toEqual(['sell'])
})

const at = (step: string): Position =>
  ({ ...shown.take.view, step, turn: { seat: 0, paying: 'p' } }) as unknown as Position

test('a tile with several goods to give asks which', () => {
  const legal: GameMove[] = [
    { type: 'give', plot: 'a', good: 'wood' },
    { type: 'give', plot: 'a', good: 'stone' },
    { type: 'sell', plot: 'a', good: 'wood' },
  ]
  const spot = spotsOf(at('pay'), legal, []).get('tile:a')
  expect(spot?.main).toBeUndefined()
  expect(others(spot)).toEqual(legal)
})

test('while a clan member is about to walk only its steps count, and it can still do something else', () => {
  const legal: GameMove[] = [
    { type: 'activate', plot: 'b' },
    { type: 'walk', plot: 'a', to: 'b' },
    { type: 'walk', plot: 'c', to: 'b' },
    { type: 'promote', plot: 'a' },
  ]
  const spots = spotsOf(at('activate'), legal, [], 'a')
  expect([...spots.keys()]).toEqual(['tile:b', 'tile:a'])
  expect(spots.get('tile:b')?.main).toBe(legal[1])
  expect(others(spots.get('tile:a'))).toEqual([legal[3]])
})

test('a tile from which nobody can walk leaves all as it is', () => {
  const legal: GameMove[] = [{ type: 'activate', plot: 'b' }]
  expect(spotsOf(at('activate'), legal, [], 'a').get('tile:b')?.main).toBe(legal[0])
})

test('a pass is made on the nearest tile, which it costs', () => {
  expect(spotOf({ type: 'pass' }, shown.take.view)).toBe('tile:1-20')
})

test('selling is worth a light only where it is all that can be done', () => {
  const sell: GameMove = { type: 'sell', plot: 'S-1', good: 'wood' }
  expect(onlySells([sell, sell])).toBe(true)
  expect(onlySells([sell, { type: 'end_turn' }])).toBe(false)
  expect(onlySells([])).toBe(false)
})

test('the same reason is told once, and not what nobody would try', () => {
  const refusal = { code: 'row_empty', rule: 'W5', params: { good: 'wood' } }
  const refused = [
    { target: 'a', refusal },
    { target: 'a', refusal },
    { target: 'a', refusal: { code: 'asleep', rule: 'A2' } },
  ]
  expect(reasons({ main: undefined, moves: [], refused, locked: undefined })).toEqual([refused[0]])
})

test('the goods of a land are counted together', () => {
  const annika = shown.take.view.players['0']
  expect(annika && stockOf(annika)).toEqual({ wood: 2, stone: 0, sheep: 1, cattle: 2, grain: 2 })
})

test('the order of play begins with the last figure', () => {
  expect(order(shown.take.view)).toEqual([0, 1, 2, 3])
})

test('tiles, figures and what is left are found', () => {
  const { view } = shown.take
  expect(cellOf(view.players['0'], 'S-1')).toBe('0,0')
  expect(spaceOf(view, (space) => space.seat === 3)).toBe(9)
  expect(leftOf(view)).toBe(16)
})
