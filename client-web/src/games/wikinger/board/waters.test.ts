import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { GameMove, Offer } from '../../../wire/generated'
import { previewOf, targetsOf, threatsOf } from './model'
import { placeAt, type Player, type Position, whereOf } from './position'
import { placesShown, threatsShown } from './waters'

interface Case {
  seat: number
  view: Position
  legal: GameMove[]
  offers: Offer[]
}
const played = JSON.parse(readFileSync('src/games/wikinger/board/choices.fixture.json', 'utf8')) as Case[]
const landOf = ({ view, seat }: Case): Player['land'] => view.players[String(seat)]?.land ?? {}

test('every place on which something lies, or could, is shown once and row by row', () => {
  for (const each of played.filter(({ view }) => view.step === 'place')) {
    const { rows } = each.view.board
    const shown = placesShown(rows, landOf(each), ['scout-9'], targetsOf(each.legal, each.offers))
    expect(new Set(shown).size).toBe(shown.length)
    expect(shown).toEqual(expect.arrayContaining([...Object.keys(landOf(each)), 'scout-9']))
    const order = shown.map((place) => ['ship', ...rows].indexOf(whereOf(place).row))
    expect(order).toEqual([...order].sort((one, other) => one - other))
    for (const { row, column } of each.legal as unknown as { row: string; column: number }[]) {
      expect(shown).toContain(`${row}-${column}`)
    }
  }
})

test('figures, spaces and special tiles are no places', () => {
  for (const { view, legal, offers } of played.filter(
    ({ view: { step } }) => step === 'special' || step === 'colour',
  )) {
    expect(placesShown(view.board.rows, {}, [], targetsOf(legal, offers))).toEqual([])
  }
})

test('a ship that is only held over its place threatens there as one that lies, thinly unless it is repelled', () => {
  const found = played.filter(({ view }) => view.step === 'place')
  const repelled = found.flatMap((each) => {
    const view = { ...each.view, turn: { seat: each.seat, tile: 'ship-green' } }
    const land: Player['land'] = { ...landOf(each), 'warrior-2': { tile: 'left', figure: 'warrior' } }
    const lying = threatsOf(view, land)
    expect(threatsShown(view, land, lying, undefined)).toHaveLength(lying.length)
    return [1, 2, 3].map((column) => {
      const move = { type: 'place', row: 'ship', column, stands: false } as GameMove
      const held = threatsShown(view, land, lying, previewOf(view, land, move)).at(-1)
      const guarded = land[placeAt('warrior', column)]?.figure === 'warrior'
      expect(held).toMatchObject({ column, sail: 'scout', depth: 3, repelled: guarded, thin: !guarded })
      return guarded
    })
  })
  expect(new Set(repelled)).toEqual(new Set([true, false]))
})
