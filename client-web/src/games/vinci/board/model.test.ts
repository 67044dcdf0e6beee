import { describe, expect, test } from 'vitest'
import type { GameMove } from '../../../wire/generated'
import { at, type Case, played } from './choices.fixture'
import { consequence, gatherSpare, helpersOf, isOpen, mostBy, pairsOf, partsOf, targetsOf, wayTo } from './model'
import { handOf, held, incomeOf, isFirst, piecesOf, playerOf } from './position'

/** All moves that a reader can make by what the model says. */
function reachable({ seat, view, legal, offers }: Case): Set<string> {
  const found: GameMove[] = []
  for (const { move, spied } of targetsOf(view, offers, legal).values()) {
    if (move) found.push(move)
    if (spied?.move) found.push(spied.move)
  }
  for (const { move } of pairsOf(view, offers, legal)) if (move) found.push(move)
  for (const { move } of partsOf(view, legal)) found.push(move)
  for (const type of ['gather', 'take_up', 'put_down', 'place_survivors']) {
    for (const [province, most] of mostBy(legal, type)) {
      for (let pieces = 1; pieces <= most; pieces++) found.push({ type, province, pieces })
    }
  }
  const plain = ['decline', 'end_conquest', 'end_turn', 'build_fort', 'make_treaty']
  found.push(...legal.filter((move) => plain.includes(move.type)))
  expect(seat).toBeGreaterThanOrEqual(0)
  return new Set(found.map((move) => JSON.stringify(move)))
}

describe('what can be done', () => {
  test('is every legal move, and nothing else', () => {
    for (const each of played) {
      expect(reachable(each)).toEqual(new Set(each.legal.map((move) => JSON.stringify(move))))
    }
  })

  test('shows the cheapest province that can be had first', () => {
    for (const { view, offers, legal } of at('expand')) {
      const costs = [...targetsOf(view, offers, legal).values()].filter(isOpen).map((target) => wayTo(target).cost)
      expect(costs).toEqual([...costs].sort((one, other) => one - other))
    }
  })

  test('is a people that comes in the same turn only where the offers say so', () => {
    const returns = at('choose').map(({ view, offers, legal }) =>
      pairsOf(view, offers, legal).map((pair) => pair.returns),
    )
    expect(new Set(returns.map((each) => new Set(each).size))).toEqual(new Set([1]))
    expect(new Set(returns.flat())).toEqual(new Set([true, false]))
  })

  test('is espionage for two pieces beside every price, as long as it is left', () => {
    let both = 0
    for (const { view, offers, legal } of at('expand')) {
      const targets = [...targetsOf(view, offers, legal).values()]
      const left = (view.turn?.spies ?? 0) > 0 && held(view, view.turn?.seat).length > 0
      expect(targets.every(({ spied }) => (spied?.cost === 2) === left)).toBe(true)
      for (const target of targets) {
        if (target.spied?.move === undefined) continue
        expect(wayTo(target)).toBe(target.move === undefined ? target.spied : target)
        both += 1
      }
    }
    expect(both).toBeGreaterThan(5)
  })

  test('takes up all pieces but one of each province at once', () => {
    const spare = at('expand').map(({ legal }) => ({ legal, moves: gatherSpare(legal) }))
    expect(spare.some(({ moves }) => moves.length > 1)).toBe(true)
    for (const { legal, moves } of spare) for (const move of moves) expect(legal).toContainEqual(move)
  })
})

describe('the bill of a conquest', () => {
  const cases = at('expand').flatMap((each) =>
    [...targetsOf(each.view, each.offers, each.legal).values()].map((target) => ({ ...each, target })),
  )

  test('comes to what the engine asks', () => {
    const expensive = cases.filter(({ target }) => target.refusal?.code === 'too_few_pieces')
    expect(expensive.length).toBeGreaterThan(10)
    for (const { target } of expensive) expect(target.cost).toBe(target.refusal?.params?.['pieces'])
  })

  test('says how many pieces are wanting', () => {
    for (const { view, seat, target } of cases) {
      const few = target.refusal?.code === 'too_few_pieces'
      expect(target.missing).toBe(few ? target.cost - handOf(view, seat) : 0)
    }
  })

  test('is paid from the hand wherever a conquest is possible', () => {
    for (const { view, seat, target } of cases) {
      if (target.move !== undefined) expect(target.cost).toBeLessThanOrEqual(handOf(view, seat))
    }
  })

  test('names the mountain or fort it comes from exactly where that makes it cheaper', () => {
    const after = cases.filter(({ view, seat }) => held(view, seat).length > 0)
    for (const { view, seat, target } of after) {
      if (view.land[target.province]?.seat === seat) continue
      const reasons = target.reasons.filter(({ key }) => key === 'from_mountain' || key === 'from_fort')
      const [from = ''] = helpersOf(view, target.province, seat)
      const mountain = view.board.provinces[from]?.terrain === 'mountain'
      const fort = !isFirst(view) && view.land[from]?.fort === true
      expect(reasons.map(({ key }) => key)).toEqual([
        ...(mountain ? ['from_mountain'] : []),
        ...(fort ? ['from_fort'] : []),
      ])
    }
  })
})

describe('the consequence of a conquest', () => {
  test('is that a living empire loses one piece and sets the others', () => {
    const found = at('expand').flatMap(({ view, seat, offers, legal }) =>
      [...targetsOf(view, offers, legal).keys()].map((name) => ({
        holding: view.land[name],
        ...consequence(view, name, seat),
      })),
    )
    const lost = found.filter(({ loser }) => loser !== undefined)
    expect(lost.length).toBeGreaterThan(10)
    for (const { holding, survivors } of lost) expect(survivors).toBe((holding?.pieces ?? 0) - 1)
    expect(found.some(({ neutral }) => neutral)).toBe(true)
    expect(found.some(({ ruins }) => ruins !== undefined)).toBe(true)
    expect(found.some(({ cleared }) => cleared.length > 0)).toBe(true)
  })
})

describe('the position', () => {
  test('counts the provinces of a seat as the engine does', () => {
    for (const { view } of played) {
      for (const [seat, player] of Object.entries(view.players)) {
        expect(held(view, Number(seat)).length + held(view, Number(seat), true).length).toBe(player.provinces)
      }
    }
  })

  test('counts pieces in hand and on the map', () => {
    for (const { view, seat } of at('choose')) expect(piecesOf(view, seat)).toBe(0)
    expect(at('regroup').every(({ view, seat }) => piecesOf(view, seat) >= (playerOf(view, seat)?.hand ?? 0))).toBe(
      true,
    )
  })

  test('adds up what a turn would bring', () => {
    expect(incomeOf(undefined)).toBe(0)
    const bringing = at('regroup').filter(({ view, seat }) => incomeOf(playerOf(view, seat)) > 0)
    expect(bringing.length).toBeGreaterThan(0)
  })
})
