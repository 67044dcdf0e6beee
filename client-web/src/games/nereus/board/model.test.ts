import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { GameMove, Offer } from '../../../wire/generated'
import {
  completes,
  costOf,
  ENDINGS,
  firstHeld,
  fits,
  keepable,
  keepCount,
  keeping,
  paidAlong,
  pathOf,
  reasons,
  spotsOf,
  tollsOf,
} from './model'
import { cardsOf, type Player, type Position } from './position'

interface Case {
  seat: number
  view: Position
  legal: GameMove[]
  offers: Offer[]
}
const played = JSON.parse(readFileSync('src/games/nereus/board/choices.fixture.json', 'utf8')) as Case[]

function playerOf({ view, seat }: Case): Player {
  return view.players[String(seat)] as Player
}

/** The spots that the board draws for a seat. */
function drawn(each: Case): Set<string> {
  const { view } = each
  const player = playerOf(each)
  return new Set([
    ...Object.keys(view.rows).map((crew) => `crew:${crew}`),
    ...Object.values(view.rows).flatMap((row) => Object.keys(row).map((space) => `space:${space}`)),
    ...Object.keys(view.sea).map((seaSpace) => `field:${seaSpace}`),
    ...[...Object.values(player.holds), player.chest, player.storage].flatMap((slots) =>
      Object.keys(slots).map((slot) => `slot:${slot}`),
    ),
    ...Object.keys(player.hand).map((colour) => `hand:${colour}`),
    ...Object.keys(player.science ?? {}).map((card) => `card:${card}`),
    ...['slot:gems', 'gold', 'improved'],
  ])
}

/** Every choice of so many of some cards. */
function choices(cards: readonly string[], count: number): string[][] {
  if (count === 0) return [[]]
  return cards.flatMap((card, at) => choices(cards.slice(at + 1), count - 1).map((rest) => [card, ...rest]))
}

/** All moves that a reader can make: by choosing spots, by picking things up, by cards, and by the action bar. */
function reachable(each: Case): Set<GameMove> {
  const { view, legal, offers } = each
  const found = new Set<GameMove>(legal.filter((move) => ENDINGS.has(move.type)))
  const places = drawn(each)
  const press = (spots: ReturnType<typeof spotsOf>): string[] =>
    [...spots].flatMap(([name, { main, moves, picks }]) => {
      if (!places.has(name)) return []
      // What is not done at once stands in the strip of the selected spot.
      for (const move of moves) found.add(move)
      if (main !== undefined) found.add(main)
      return picks ? [name] : []
    })
  const player = playerOf(each)
  for (const held of press(spotsOf(view, player, legal, offers))) press(spotsOf(view, player, legal, offers, held))
  const count = keepCount(legal)
  for (const cards of count === 0 ? [] : choices(cardsOf(player.science), count)) {
    const move = keeping(legal, [...cards].reverse())
    if (move !== undefined) found.add(move)
  }
  return found
}

test('as many equal cards may be kept as a move keeps at most', () => {
  const hand = ['draw', 'sail', 'draw', 'salvage']
  const open = (...kept: string[][]) =>
    hand.map((_, at) =>
      keepable(
        kept.map((cards) => ({ type: 'keep', cards })),
        hand,
        at,
      ),
    )
  expect(open(['draw', 'sail'])).toEqual([true, true, false, false])
  expect(open(['draw', 'sail'], ['draw', 'draw'])).toEqual([true, true, true, false])
  expect(open()).toEqual([false, false, false, false])
})

describe('every legal move can be made on the board', () => {
  test.each(
    played.map(
      (each, at) =>
        [`${at} ${each.view.step}: ${[...new Set(each.legal.map(({ type }) => type))].join(', ')}`, each] as const,
    ),
  )('%s', (_, position) => {
    const found = reachable(position)
    expect(position.legal.length).toBeGreaterThan(0)
    expect(position.legal.filter((move) => !found.has(move))).toEqual([])
  })
})

function caseWith(what: (each: Case) => boolean): Case {
  const found = played.find(what)
  if (found === undefined) throw new Error('no such position')
  return found
}

const place: Case = {
  seat: 0,
  view: {
    step: 'ready',
    turn: { seat: 0, extra: false, crew: 'scientist', space: 'scientist-3', basic: true },
    ships: {},
  } as unknown as Position,
  legal: [
    { type: 'basic', choice: 'power' },
    { type: 'basic', choice: 'card' },
    { type: 'gold', choice: 'all' },
    { type: 'place', treasure: 'red', to: 'hold-captain-3' },
    { type: 'place', treasure: 'red', to: 'storage-3' },
    { type: 'sell', treasure: 'white' },
    { type: 'exchange', treasure: 'white' },
    { type: 'salvage', field: 'a1', treasure: 'white' },
    { type: 'salvage', field: 'a1', treasure: 'black' },
    { type: 'end_turn' },
  ],
  offers: [],
}
const stored = { storage: { 'storage-5': 'white', 'storage-6': 'white', 'storage-3': '' } } as unknown as Player

test('what lies in hand, in storage and in the hand of cards is picked up, and lights its places', () => {
  const { view, legal, offers } = place
  const rest = spotsOf(view, stored, legal, offers)
  expect(rest.get('hand:red')).toMatchObject({ main: undefined, picks: true, moves: [] })
  expect(rest.has('slot:hold-captain-3')).toBe(false)
  expect(rest.has('field:a1')).toBe(false)
  const held = spotsOf(view, stored, legal, offers, 'hand:red')
  expect(held.get('slot:hold-captain-3')?.main).toEqual(legal[3])
  expect(held.get('gold')?.main).toEqual(legal[2])
  expect(fits(legal, 'red')).toEqual(['hold-captain-3', 'storage-3'])
})

test('several ways to do something at one place are asked for', () => {
  const { view, legal, offers } = place
  expect(spotsOf(view, stored, legal, offers).get('space:scientist-3')).toMatchObject({
    main: undefined,
    moves: [legal[0], legal[1]],
  })
  expect(spotsOf(view, stored, legal, offers, 'card:salvage').get('field:a1')).toMatchObject({
    main: undefined,
    moves: [legal[7], legal[8]],
  })
})

test('what lies twice in storage is sold or exchanged at either place', () => {
  const { view, legal, offers } = place
  const spots = spotsOf(view, stored, legal, offers)
  for (const slot of ['storage-5', 'storage-6']) {
    expect(spots.get(`slot:${slot}`)).toMatchObject({ main: undefined, moves: [legal[5], legal[6]], picks: false })
  }
})

test('the sea belongs to a card that is being played onto it', () => {
  const each = caseWith(
    ({ legal }) => legal.some(({ type }) => type === 'sail') && legal.some(({ type }) => type === 'salvage'),
  )
  const spots = spotsOf(each.view, playerOf(each), each.legal, each.offers, 'card:salvage')
  const moves = [...spots].flatMap(([name, spot]) => (name.startsWith('field:') ? spot.moves : []))
  expect(new Set(moves.map(({ type }) => type))).toEqual(new Set(['salvage']))
})

test('of several ways to a space the cheapest is sailed, and the others stand beside it', () => {
  const moves: GameMove[] = [
    { type: 'sail', to: 'e2', tolls: ['1', '2'] },
    { type: 'sail', to: 'e2', tolls: ['1'] },
  ]
  const [expensive, cheap] = moves as [GameMove, GameMove]
  const toll = (seat: number) => ({ key: 'price_toll', params: { seat, coins: 1 } })
  const offers: Offer[] = [
    { target: 'e2', move: expensive, price: [toll(1), toll(2)] },
    {
      target: 'e2',
      move: cheap,
      price: [{ key: 'price_gold', params: { coins: 0 } }, toll(1)],
      gain: [{ key: 'gain_path', params: { to: 'e2', path: 'c3 d3 e3 e2', count: 3 } }],
    },
  ]
  const spot = spotsOf(place.view, stored, moves, offers).get('field:e2')
  expect(spot).toMatchObject({ main: cheap, moves })
  expect(costOf(offers[0])).toBe(2)
  expect(pathOf(offers[1])).toEqual(['c3', 'd3', 'e3', 'e2'])
  expect(pathOf(offers[0])).toEqual([])
  expect(tollsOf(cheap)).toEqual(['1'])
  expect(paidAlong(pathOf(offers[1]), cheap, { '0': 'c3', '1': 'd3' })).toEqual([{ seaSpace: 'd3', owner: '1' }])
})

test('ways with tolls are among the positions, and each is drawn with its price', () => {
  const each = caseWith(({ legal }) => legal.some((move) => tollsOf(move).length > 0))
  for (const move of each.legal.filter(({ type }) => type === 'sail')) {
    const offer = each.offers.find((other) => JSON.stringify(other.move) === JSON.stringify(move))
    const path = pathOf(offer)
    if (path.length > 0) expect(path.at(-1)).toBe(move['to'])
    expect(costOf(offer)).toBeGreaterThanOrEqual(tollsOf(move).length)
  }
})

test('with nothing else to do the first treasure in hand is held, else none', () => {
  const free: GameMove[] = [
    { type: 'place', treasure: 'violet', to: 'chest-violet' },
    { type: 'place', treasure: 'yellow', to: 'storage-5' },
    { type: 'end_turn' },
  ]
  expect(firstHeld(free)).toBe('hand:yellow')
  expect(firstHeld([...free, { type: 'gold', choice: 'all' }])).toBeUndefined()
  expect(firstHeld([{ type: 'end_turn' }])).toBeUndefined()
})

test('a hold that a move completes is named', () => {
  expect(completes({ target: 'x', gain: [{ key: 'gain_hold', params: { crew: 'pilot' } }] })).toBe('pilot')
  expect(completes({ target: 'x' })).toBeUndefined()
})

test('each reason for a refusal is given once', () => {
  const refused: Offer = { target: 'a1', refusal: { code: 'too_far', rule: 'K1', params: { field: 'a1' } } }
  const spot = spotsOf(place.view, stored, place.legal, [refused, { ...refused }]).get('field:a1')
  expect(spot?.refused).toHaveLength(2)
  expect(reasons(spot)).toEqual([refused])
})

test('three cards of five are kept in whatever order they are pointed at', () => {
  const each = caseWith(({ view }) => view.step === 'keep')
  expect(keepCount(each.legal)).toBe(3)
  expect(keeping(each.legal, cardsOf(playerOf(each).science).slice(0, 2))).toBeUndefined()
  expect(keepCount(place.legal)).toBe(0)
})
