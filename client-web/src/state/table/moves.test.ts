import { expect, test } from 'vitest'
import { type MoveWords, groups, offerFor, sameMove } from './moves'

const label = (move: { type: string; to?: unknown }) => `${move.type} ${String(move.to ?? '')}`.trim()

const TYPES = ['look', 'step', 'draw', 'done']
const words: MoveWords = {
  label,
  rank: (type) => TYPES.indexOf(type),
  compare: new Intl.Collator('en', { numeric: true }).compare,
}

test('types of few moves stand together in the order of the words, and what ends the turn comes last', () => {
  const legal = [{ type: 'done' }, { type: 'draw' }, { type: 'step', to: 'b' }, { type: 'step', to: 'a' }]
  expect(groups(legal, words).map((group) => group.moves.map((each) => each.label))).toEqual([
    ['step a', 'step b', 'draw'],
    ['done'],
  ])
})

test('a type of many moves has its own heading', () => {
  const steps = ['a', 'b', 'c'].map((to) => ({ type: 'step', to }))
  const shown = groups([{ type: 'draw' }, ...steps, { type: 'look' }], words)
  expect(shown.map((group) => [group.heading, group.moves.length])).toEqual([
    ['', 1],
    ['step …', 3],
    ['', 1],
  ])
})

test('moves of a type are sorted by their labels, numbers by their size', () => {
  const steps = ['space 10', 'space 9', 'bay'].map((to) => ({ type: 'step', to }))
  const [group] = groups(steps, words)
  expect(group?.moves.map((each) => each.label)).toEqual(['step bay', 'step space 9', 'step space 10'])
})

test('three or more of a type are headed by what their labels share', () => {
  const [group] = groups(
    ['a', 'b', 'c'].map((to) => ({ type: 'step', to })),
    words,
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
