import { expect, test } from 'vitest'
import { groups, offerFor, sameMove } from './moves'

const label = (move: { type: string; to?: unknown }) => `${move.type} ${String(move.to ?? '')}`.trim()

test('moves are grouped by type in the order of the service, and what ends the turn comes last', () => {
  const shown = groups(
    [{ type: 'done' }, { type: 'step', to: 'a' }, { type: 'draw' }, { type: 'step', to: 'b' }],
    label,
  )
  expect(shown.map((group) => [group.type, group.moves.map((each) => each.label)])).toEqual([
    ['step', ['step a', 'step b']],
    ['draw', ['draw']],
    ['done', ['done']],
  ])
})

test('three or more of a type are headed by what their labels share', () => {
  const [group] = groups(
    ['a', 'b', 'c'].map((to) => ({ type: 'step', to })),
    label,
  )
  expect(group).toMatchObject({ heading: 'step …', compact: true })
})

test('offers and legal moves are matched by what they say', () => {
  const offer = { target: 'a', move: { to: 'a', type: 'step' } }
  expect(offerFor([{ target: 'b' }, offer], { type: 'step', to: 'a' })).toBe(offer)
  const legal = [{ type: 'step', to: 'a' }]
  expect(sameMove(legal, { to: 'a', type: 'step' })).toBe(legal[0])
  expect(sameMove(legal, undefined)).toBeUndefined()
})
