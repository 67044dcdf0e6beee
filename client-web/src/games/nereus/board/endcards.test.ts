import { expect, test } from 'vitest'
import { progressOf } from './endcards'
import type { Player } from './position'

function player(given: Partial<Player>): Player {
  return { points: 0, gold: 0, power: 5, gems: 0, cards: 0, holds: {}, done: {}, chest: {}, storage: {}, hand: {}, played: {}, ...given } // prettier-ignore
}
const counting = (given: Partial<Player>, hand: string[]) => progressOf(player(given), hand).map((each) => each?.counts)

test('a card that is played in a turn has no progress', () => {
  expect(progressOf(player({}), ['draw', 'salvage', 'sail'])).toEqual([undefined, undefined, undefined])
})

test('a card for a hold tells its treasures, one for two holds how many are complete', () => {
  const holds = { captain: { 'hold-captain-1': 'black', 'hold-captain-2': '', 'hold-captain-3': 'gem', 'hold-captain-4': 'green' } } as const // prettier-ignore
  const found = progressOf(player({ holds, done: { merchant: true } }), ['hold_captain', 'holds_merchant_boatswain'])
  expect(found).toEqual([
    { have: 3, want: 4, counts: false },
    { have: 1, want: 2, counts: false },
  ])
})

test('a complete hold counts, with all of its treasures', () => {
  const [card] = progressOf(player({ done: { captain: true } }), ['hold_captain'])
  expect(card).toEqual({ have: 4, want: 4, counts: true })
})

test('a treasure serves one card only, a gem stands for any colour', () => {
  const storage = { 'storage-1': 'red', 'storage-2': '' } as const
  expect(counting({ storage }, ['storage_red', 'storage_red'])).toEqual([true, false])
  expect(counting({ storage, gems: 1 }, ['storage_red', 'storage_red'])).toEqual([true, true])
  expect(counting({ chest: { 'chest-red': 'gem' } }, ['chest_red', 'chest_red'])).toEqual([true, false])
})

test('each card that counts costs a power: the best ones get it', () => {
  const storage = { 'storage-1': 'violet', 'storage-5': 'white' } as const
  expect(counting({ storage, power: 1 }, ['storage_white', 'storage_violet'])).toEqual([false, true])
  expect(counting({ storage, power: 0 }, ['storage_white', 'storage_violet'])).toEqual([false, false])
})
