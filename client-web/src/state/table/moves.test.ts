import { expect, test } from 'vitest'
import { groups, offerFor, sameMove } from './moves'

const label = (move: { type: string; to?: unknown }) => `${move.type} ${String(move.to ?? '')}`.trim()

test('types of few moves stand together in the order of the service, and what ends the turn comes last', () => {
  const legal = [{ type: 'done' }, { type: 'step', to: 'a' }, { type: 'draw' }, { type: 'step', to: 'b' }]
  expect(groups(legal, label).map((group) => group.moves.map((each) => each.label))).toEqual([
    ['step a', 'step b', 'draw'],
    ['done'],
  ])
})

test('a type of many moves has its own heading', () => {
  const steps = ['a', 'b', 'c'].map((to) => ({ type: 'step', to }))
  const shown = groups([{ type: 'draw' }, ...steps, { type: 'look' }], label)
  expect(shown.map((group) => [group.heading, group.moves.length])).toEqual([
    ['', 1],
    ['step …', 3],
    ['', 1],
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
