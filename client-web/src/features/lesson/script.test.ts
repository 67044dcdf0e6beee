import { expect, test } from 'vitest'
import { type Script, fitting, lessonAt } from './script'

const take = { type: 'take', tile: '1-03' }
const lay = { type: 'lay', at: 'A1' }
const end = { type: 'end' }
const script: Script = {
  seats: 2,
  moves: [
    { seat: 0, move: take, step: 'take', title: 'Take a tile', text: 'Any.', lights: ['tile:1-03'], rules: ['A1'] },
    { seat: 0, move: lay },
    { seat: 1, move: take, step: 'answer', text: 'The bot takes one as well.' },
    { seat: 1, move: end },
    { seat: 0, move: end, step: 'end', title: 'End your turn', text: 'That is all.' },
  ],
}
const at = (made: number) => ({ made, moves: script.moves.length })

test('a position says which step of the learner comes next', () => {
  expect(lessonAt(script, at(0))).toMatchObject({ is: 'step', number: 1, of: 2, title: 'Take a tile', rules: ['A1'] })
  expect(lessonAt(script, at(4))).toMatchObject({ is: 'step', number: 2, of: 2, title: 'End your turn', lights: [] })
})

test('a move that says nothing belongs to the step before it', () => {
  expect(lessonAt(script, at(1))).toEqual({ ...lessonAt(script, at(0)) })
})

test('while others move the number stays, and it is said what they do', () => {
  const other = { is: 'other', number: 1, of: 2, seat: 1, lights: [] }
  expect(lessonAt(script, at(2))).toEqual({ ...other, text: 'The bot takes one as well.' })
  expect(lessonAt(script, at(3))).toEqual({ ...other, text: '' })
})

test('after the last move the lesson is done, and once it was left there is none', () => {
  expect(lessonAt(script, at(5))).toEqual({ is: 'done', of: 2 })
  expect(lessonAt(script, at(-1))).toBeUndefined()
})

test('the lesson of another build does not explain the table', () => {
  expect(lessonAt(script, { made: 0, moves: 9 })).toBeUndefined()
})

test('only the move of the step can be made, as the service offers it', () => {
  const legal = [end, { ...lay }, { type: 'lay', at: 'B2' }]
  expect(fitting(script, at(1), 0, legal)).toEqual([lay])
  expect(fitting(script, at(1), 0, legal)[0]).toBe(legal[1])
})

test('who is not next waits, and after the lesson everything is open again', () => {
  expect(fitting(script, at(2), 0, [end])).toEqual([])
  expect(fitting(script, at(5), 0, [end, lay])).toEqual([end, lay])
  expect(fitting(script, at(-1), 0, [end, lay])).toEqual([end, lay])
})

test('a move that is not legal any more locks nobody out', () => {
  expect(fitting(script, at(0), 0, [lay, end])).toEqual([lay, end])
})
