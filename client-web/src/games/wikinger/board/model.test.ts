import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { GameMove, Offer } from '../../../wire/generated'
import {
  bidding,
  bidsOf,
  chainOf,
  columnsOf,
  endingsOf,
  spacesFor,
  spacesOf,
  gainOf,
  holds,
  lowestOf,
  nextSpace,
  offerAt,
  previewOf,
  targetOf,
  targetsOf,
  threatAt,
  threatsOf,
} from './model'
import { each as pieces, placeAt, type Player, type Position, total, whereOf } from './position'

interface Case {
  seat: number
  view: Position
  legal: GameMove[]
  offers: Offer[]
}
const played = JSON.parse(readFileSync('src/games/wikinger/board/choices.fixture.json', 'utf8')) as Case[]

function playerOf({ view, seat }: Case): Player {
  return view.players[String(seat)] as Player
}
function at(step: string): Case[] {
  return played.filter(({ view }) => view.step === step)
}

describe('choices', () => {
  test('every legal move is reached by a target or by a bid', () => {
    for (const { view, legal, offers } of played) {
      const reached = [...targetsOf(legal, offers).values()].flatMap(({ moves }) => moves)
      const bids = legal.filter(({ type }) => type === 'bid' || type === 'pass')
      expect(new Set([...reached, ...bids]), view.step).toEqual(new Set(legal))
    }
  })

  test('a move is shown where the server says that it has its price and gain', () => {
    const offers = played.flatMap((each) => each.offers)
    for (const { target, move } of offers) {
      if (move !== undefined) expect(targetOf(move)?.replace('special:', '')).toBe(target)
    }
  })

  test('a special tile is no place, though it may have the name of one', () => {
    const specials = at('special').flatMap(({ legal, offers }) => [...targetsOf(legal, offers).keys()])
    expect(specials.some((target) => target.startsWith('special:'))).toBe(true)
    for (const target of specials) expect(target).toMatch(/^(special:|turn$)/)
  })

  test('where a figure may stand, standing comes before waiting', () => {
    const both = at('place').flatMap(({ legal, offers }) =>
      [...targetsOf(legal, offers).values()].filter(({ moves }) => moves.length > 1),
    )
    expect(both.length).toBeGreaterThan(0)
    for (const { main, moves } of both) expect([main?.['stands'], moves.at(-1)?.['stands']]).toEqual([true, false])
  })

  test('what is refused is told with the offer that says why', () => {
    const refused = played.flatMap(({ legal, offers }) =>
      [...targetsOf(legal, offers).values()].flatMap((target) => (target.main === undefined ? [target] : [])),
    )
    expect(refused.length).toBeGreaterThan(0)
    for (const target of refused) expect(offerAt([], target)?.refusal).toBeDefined()
  })

  test('nobody is offered anything who has nothing to decide', () => {
    const { offers } = at('buy')[0] as Case
    expect(targetsOf([], offers).size).toBe(0)
  })

  test('a target holds the chosen move', () => {
    const { legal, offers } = at('place').find((each) => each.legal.length > 1) as Case
    const [first, second] = [...targetsOf(legal, offers).values()].filter(({ main }) => main !== undefined)
    expect(holds(first, first?.main)).toBe(true)
    expect(holds(second, first?.main)).toBe(false)
    expect(holds(first, undefined)).toBe(false)
  })
})

describe('the wheel', () => {
  test('prices run from the lowest space that is not empty', () => {
    for (const { view, legal, offers } of at('buy')) {
      const lowest = lowestOf(view)
      for (const { id, number, price, empty } of spacesOf(view, legal, offers)) {
        expect(empty).toBe(view.wheel[id] === undefined)
        expect(price).toBe((number - lowest + 12) % 12)
        if (!empty) expect(price).toBe(number - lowest)
      }
    }
  })

  test('gold and points together are the price of a combination', () => {
    for (const { view, legal, offers } of at('buy')) {
      for (const space of spacesOf(view, legal, offers)) {
        if (!space.empty) expect(space.gold + space.points).toBe(space.price)
      }
    }
  })

  test('a space is lit if it may be bought, and locked if only it looks so', () => {
    for (const { view, legal, offers } of at('buy')) {
      const spaces = spacesOf(view, legal, offers)
      expect(spaces.filter(({ state }) => state === 'legal')).toHaveLength(legal.length)
      for (const { state, empty } of spaces) if (empty) expect(state).toBe('rest')
      for (const { second, state, price } of spaces) if (second) expect([state, price]).toEqual(['locked', 0])
    }
    const all = at('buy').flatMap(({ view, legal, offers }) => spacesOf(view, legal, offers))
    expect(all.some(({ second }) => second)).toBe(true)
    expect(all.some(({ points }) => points > 0)).toBe(true)
    expect(all.some(({ lost }) => lost)).toBe(true)
  })

  test('in the advanced game the most expensive combination carries a special tile, never that at 0', () => {
    for (const { view, legal, offers } of at('buy')) {
      const special = spacesOf(view, legal, offers).filter((space) => space.special)
      expect(special.length).toBe(view.display !== undefined && total(view.display) > 0 && special.length > 0 ? 1 : 0)
      for (const { price, id } of special) {
        expect(price).toBeGreaterThan(0)
        expect(Object.keys(view.wheel).at(-1)).toBe(id)
      }
    }
  })

  test('arrow keys walk it by price and stop at both ends', () => {
    const { view, legal, offers } = at('buy').find((each) => Object.keys(each.view.wheel).length > 2) as Case
    const spaces = spacesOf(view, legal, offers)
    const walked: string[] = []
    let here = spaces.find(({ price, empty }) => price === 0 && !empty)
    while (here !== undefined && walked.at(-1) !== here.id) {
      walked.push(here.id)
      here = nextSpace(spaces, here.id, 1)
    }
    expect(walked).toEqual(view.board.fields.filter((space) => view.wheel[space] !== undefined))
    expect(nextSpace(spaces, walked[0] ?? '', -1)?.id).toBe(walked[0])
  })
})

describe('the islands', () => {
  test('places are named by row and column', () => {
    expect(whereOf('scout-12')).toEqual({ row: 'scout', column: 12 })
    expect(whereOf(placeAt('ship', 3))).toEqual({ row: 'ship', column: 3 })
  })

  test('what the board draws as threatened is what the server says', () => {
    let threatened = 0
    for (const each of played) {
      const { land } = playerOf(each)
      const threats = threatsOf(each.view, land)
      for (const [place, spot] of Object.entries(land)) {
        expect(threatAt(each.view, threats, place) !== undefined, place).toBe(spot.threatened === true)
        if (spot.threatened === true) threatened += 1
      }
    }
    expect(threatened).toBeGreaterThan(0)
  })

  test('a ship above a warrior threatens nothing', () => {
    const repelled = played.flatMap((each) => threatsOf(each.view, playerOf(each).land).filter((ship) => ship.repelled))
    expect(repelled.length).toBeGreaterThan(0)
    const { view } = played[0] as Case
    for (const ship of repelled) expect(threatAt(view, [ship], placeAt('warrior', ship.column))).toBeUndefined()
  })

  test('an area has three columns at least, and room for all that lies or could lie there', () => {
    expect(columnsOf({})).toBe(3)
    expect(columnsOf({ 'noble-5': { tile: 'left' } })).toBe(5)
    expect(columnsOf({ 'noble-5': { tile: 'left' } }, ['scout-7'])).toBe(7)
  })

  test('a warrior who is set under a ship shows that it will be repelled; nobody else does', () => {
    const view = { board: (played[0] as Case).view.board, turn: { seat: 0, tile: 'left', figure: 'warrior' } }
    const land = { 'ship-2': { tile: 'ship-red', repelled: false } }
    const set = (column: number, stands: boolean): GameMove => ({ type: 'place', row: 'warrior', column, stands })
    const preview = (move: GameMove) => previewOf(view as unknown as Position, land, move)
    expect(preview(set(2, true))).toEqual({
      place: 'warrior-2',
      tile: 'left',
      figure: 'warrior',
      waits: false,
      repels: 2,
    })
    expect(preview(set(1, true))?.repels).toBeUndefined()
    expect(preview(set(2, false))).toMatchObject({ figure: '', waits: true, repels: undefined })
    expect(preview({ type: 'ferry', row: 'warrior', column: 2 })).toMatchObject({ figure: 'warrior', repels: 2 })
    expect(preview({ type: 'place_start', row: 'noble' })).toMatchObject({ place: 'noble-1', tile: 'start' })
    expect(preview({ type: 'buy', field: 3 })).toBeUndefined()
  })

  test('the gain of a choice is told for each scoring', () => {
    const gain = gainOf({
      target: 'noble-1',
      gain: [
        { key: 'gain_large', params: { points: 2, coins: 5 } },
        { key: 'gain_final', params: { points: -3 } },
      ],
    } as Offer)
    expect(gain).toEqual({ small: 0, large: { points: 2, gold: 5 }, final: -3, gold: 0 })
    expect(gainOf(undefined)).toEqual({ small: 0, large: { points: 0, gold: 0 }, final: 0, gold: 0 })
  })

  test('pieces of a pool stand one by one', () => {
    expect(pieces({ noble: 2, scout: 1 }, ['scout', 'warrior', 'noble'])).toEqual(['scout', 'noble', 'noble'])
  })
})

describe('boatmen and bids', () => {
  test('ferrying ends in as many ways as the server says, the fewest boatmen first', () => {
    for (const { legal } of at('ferry')) {
      const counts = endingsOf(legal).map((move) => Number(move['boatmen']))
      expect(counts).toEqual([...counts].sort((one, other) => one - other))
    }
    expect(at('ferry').some(({ legal }) => endingsOf(legal).length > 0)).toBe(true)
  })

  test('every bid that can be made is found by its coins', () => {
    const { legal } = at('bid')[0] as Case
    const bids = bidsOf(legal)
    expect(bids.length).toBe(legal.length - 1)
    for (const coins of bids) expect(bidding(legal, coins)).toEqual({ type: 'bid', coins })
    expect(bidding(legal, 0)).toBeUndefined()
  })

  test('bids stand in the order of the seats, from the start player on', () => {
    const { view } = at('bid')[0] as Case
    const seats = Object.keys(view.players).length
    const chain = chainOf({
      ...view,
      first: seats - 1,
      auction: { coins: 2, queue: [], bids: { [String(seats - 1)]: 2, '0': 0 } },
    })
    expect(chain.map(({ seat }) => seat)).toEqual([seats - 1, ...Array.from({ length: seats - 1 }, (_, seat) => seat)])
    expect(chain.slice(0, 2).map(({ bid }) => bid)).toEqual([2, 0])
  })

  test('a bid of 0 is no pass while its seat leads or may still raise', () => {
    const { view } = at('bid')[0] as Case
    const passed = (auction: NonNullable<Position['auction']>): boolean =>
      chainOf({ ...view, first: 0, auction })[0]?.passed === true
    expect(passed({ coins: 0, seat: 0, queue: [1, 0], bids: { '0': 0 } })).toBe(false)
    expect(passed({ coins: 1, seat: 1, queue: [0, 1], bids: { '0': 0, '1': 1 } })).toBe(false)
    expect(passed({ coins: 1, seat: 1, queue: [1], bids: { '0': 0, '1': 1 } })).toBe(true)
    expect(passed({ coins: 0, queue: [1], bids: { '0': 0 } })).toBe(true)
  })
})

test('the figures of a colour come to the most expensive free spaces', () => {
  const board = { fields: ['field-0', 'field-1', 'field-2', 'field-3'] }
  const wheel = Object.fromEntries(board.fields.map((space) => [space, { tile: 'left' }]))
  const position = {
    board,
    wheel: { ...wheel, 'field-3': { tile: 'left', figure: 'scout' } },
    drawn: { noble: 2 },
  } as unknown as Position
  const move = { type: 'choose_colour', figure: 'noble' }
  expect([...spacesFor(position, move).keys()]).toEqual(['field-1', 'field-2'])
  expect(spacesFor(position, { ...move, figure: 'scout' }).size).toBe(0)
  expect(spacesFor(position, undefined).size).toBe(0)
})
