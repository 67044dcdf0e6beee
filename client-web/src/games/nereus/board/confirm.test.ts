import { beforeAll, expect, test } from 'vitest'
import { loadLanguage } from '../../../lib/i18n.svelte'
import type { People } from '../../../lib/lines'
import type { Words } from '../../../lib/words'
import type { GameMove, View } from '../../../wire/generated'
import { completedBy, confirm } from './confirm'
import type { Player } from './position'

beforeAll(() => loadLanguage())

const words = { name: (_: string, id: string) => id } as Words
const people = { mine: 0 } as People
const END: GameMove = { type: 'end_turn' }
const STOW: GameMove[] = [
  { type: 'place', treasure: 'black', to: 'hold-captain-1' },
  { type: 'place', treasure: 'black', to: 'storage-1' },
]

function holding(hand: Record<string, number>): View {
  const captain = { 'hold-captain-1': '', 'hold-captain-2': 'violet', 'hold-captain-3': 'red', 'hold-captain-4': 'gem' }
  return { players: { 0: { hand, holds: { captain }, chest: {}, storage: {} } } } as unknown as View
}

test('a turn with an empty hand ends without a question', () => {
  expect(confirm(holding({}), END, [END], words, people)).toBeUndefined()
})

test('what does not end the turn is made without a question', () => {
  const [stow] = STOW
  expect(stow && confirm(holding({ black: 1 }), stow, STOW, words, people)).toBeUndefined()
})

test('with treasures in hand it is said how many are lost, what could be stowed, and what that completes', () => {
  expect(confirm(holding({ black: 1, green: 2 }), END, [END, ...STOW], words, people)).toEqual({
    title: '3 treasures would be lost',
    text: 'Still in your hand: green, green, and black. You can still stow: black. Black completes a hold (captain): 12 points.',
    yes: 'End the turn, lose 3',
    no: 'Stow first',
  })
})

test('a hand for which there is no room cannot be stowed first', () => {
  const asked = confirm(holding({ white: 1 }), { type: 'decline' }, [{ type: 'decline' }], words, people)
  expect(asked?.title).toBe('One treasure would be lost')
  expect(asked?.text).toContain('no room for that')
  expect([asked?.yes, asked?.no]).toEqual(['No extra turn, lose 1', 'Go back'])
})

test('the last open slot of a hold completes it, any other does not', () => {
  const { players } = holding({}) as unknown as { players: Record<string, Player> }
  expect(completedBy(players['0'], 'hold-captain-1')).toBe('captain')
  expect(completedBy(players['0'], 'hold-captain-2')).toBeUndefined()
  expect(completedBy(undefined, 'hold-captain-1')).toBeUndefined()
})
