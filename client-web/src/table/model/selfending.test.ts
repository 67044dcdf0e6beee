import { expect, test } from 'vitest'
import { GRACE, SelfEnding, type Situation } from './selfending'

const situation: Situation = { decisionToken: 7, sole: true, undoable: true, wished: true, held: false }

test('a turn that could still be taken back ends after its grace', () => {
  const ending = new SelfEnding()
  expect(ending.at(1_000, situation)).toEqual({ is: 'counting', left: GRACE })
  expect(ending.at(1_000 + GRACE - 1, situation)).toEqual({ is: 'counting', left: 1 })
  expect(ending.at(1_000 + GRACE, situation)).toEqual({ is: 'due' })
})

test('a turn in which nothing can be taken back ends at once', () => {
  expect(new SelfEnding().at(5, { ...situation, undoable: false })).toEqual({ is: 'due' })
})

test('nothing ends that was not wished for, that leaves a choice, or that is no decision', () => {
  const ending = new SelfEnding()
  for (const other of [{ wished: false }, { sole: false }, { decisionToken: undefined }]) {
    ending.at(0, { ...situation, ...other })
    expect(ending.at(GRACE * 9, { ...situation, ...other })).toEqual({ is: 'idle' })
  }
})

test('who says wait is left alone for this decision, not for the next', () => {
  const ending = new SelfEnding()
  ending.at(0, situation)
  ending.wait()
  expect(ending.at(GRACE * 2, situation)).toEqual({ is: 'idle' })
  expect(ending.at(GRACE * 2, { ...situation, decisionToken: 8 })).toEqual({ is: 'counting', left: GRACE })
})

test('time during which something is on its way does not count', () => {
  const ending = new SelfEnding()
  ending.at(0, situation)
  expect(ending.at(2_000, { ...situation, held: true })).toEqual({ is: 'idle' })
  expect(ending.at(2_500, situation)).toEqual({ is: 'counting', left: GRACE - 500 })
})
