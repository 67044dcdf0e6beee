import { beforeAll, expect, test } from 'vitest'
import { capital, list, loadLanguage } from '../../../i18n/i18n.svelte'
import type { People, Words } from '../../../board/contract'
import { wordsFor } from '../../../board/words'
import { Words as Catalogue } from '../../../i18n/words'
import type { GameMove, View } from '../../../wire/generated'
import { completedBy, confirm } from './confirm'
import type { Player } from './position'
import { say } from './say'

beforeAll(() => loadLanguage())

const words: Words = {
  ...wordsFor(new Catalogue('en', {}), String),
  name: (_, id) => id,
}
const people: People = { seats: 2, mine: 0, seat: String }
const ask = (game: View, move: GameMove, legal: readonly GameMove[]) =>
  confirm({ game, legal, offers: [], words, people }, move)
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
  expect(ask(holding({}), END, [END])).toBeUndefined()
})

test('what does not end the turn is made without a question', () => {
  const [stow] = STOW
  expect(stow && ask(holding({ black: 1 }), stow, STOW)).toBeUndefined()
})

test('with treasures in hand it is said how many are lost, what could be stowed, and what that completes', () => {
  const text = [
    say('ask.hand', { names: list(['green', 'green', 'black']) }),
    say('ask.place', { names: 'black' }),
    say('ask.completes', { treasure: capital('black'), crew: 'captain', points: 12 }),
  ]
  expect(ask(holding({ black: 1, green: 2 }), END, [END, ...STOW])).toEqual({
    title: say('ask.title', { count: 3 }),
    text: text.join(' '),
    yes: say('ask.end', { count: 3 }),
    no: say('ask.stow'),
  })
})

test('a hand for which there is no room cannot be stowed first', () => {
  const asked = ask(holding({ white: 1 }), { type: 'decline' }, [{ type: 'decline' }])
  expect(asked?.title).toBe(say('ask.title', { count: 1 }))
  expect(asked?.text).toBe([say('ask.hand', { names: 'white' }), say('ask.none')].join(' '))
  expect([asked?.yes, asked?.no]).toEqual([say('ask.decline', { count: 1 }), say('ask.back')])
})

test('the last open slot of a hold completes it, any other does not', () => {
  const { players } = holding({}) as unknown as { players: Record<string, Player> }
  expect(completedBy(players['0'], 'hold-captain-1')).toBe('captain')
  expect(completedBy(players['0'], 'hold-captain-2')).toBeUndefined()
  expect(completedBy(undefined, 'hold-captain-1')).toBeUndefined()
})

const EXCHANGE: GameMove = { type: 'exchange', treasure: 'red' }

/** The last day with an empty hand. */
function late(given: object = {}): View {
  const rows = { explorer: { 'explorer-1': '1', 'explorer-2': '' } }
  return { ...holding({}), day: 4, round: 4, phase: 'action', rows, ...given } as unknown as View
}

test('before your last turn ends you are reminded of pairs that could still become gems', () => {
  expect(ask(late(), END, [END, EXCHANGE])).toEqual({
    title: say('ask.last'),
    text: say('ask.pairs', { names: 'red' }),
    yes: say('ask.last.end'),
    no: say('ask.back'),
  })
  const extra = late({ phase: 'explorer' })
  expect(ask(extra, { type: 'decline' }, [EXCHANGE])?.yes).toBe(say('ask.last.decline'))
})

test('nobody is asked about pairs while another turn comes, or without a pair', () => {
  const turns: View[] = [late({ day: 3 }), late({ round: 3 }), late({ rows: { explorer: { 'explorer-1': '0' } } })]
  for (const game of turns) expect(ask(game, END, [END, EXCHANGE])).toBeUndefined()
  expect(ask(late(), END, [END])).toBeUndefined()
})

test('with treasures in hand, too, both are said', () => {
  const game = { ...late(), ...holding({ green: 1 }) } as View
  const asked = ask(game, END, [END, EXCHANGE])
  expect(asked?.title).toBe(say('ask.title', { count: 1 }))
  expect(asked?.text).toContain(say('ask.pairs', { names: 'red' }))
})
