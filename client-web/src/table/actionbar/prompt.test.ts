import { expect, test } from 'vitest'
import { Words } from '../../i18n/words'
import { stepPrompt } from './prompt'

const words = new Words('en', { 'names.step.take': 'choose a tile' })

test('a step with a name is the prompt, as the beginning of a sentence', () => {
  expect(stepPrompt({ step: 'take' }, words)).toBe('Choose a tile')
})

test('a game without steps, or without names for them, leaves the words to the frame', () => {
  expect(stepPrompt({}, words)).toBeUndefined()
  expect(stepPrompt({ step: 'other' }, words)).toBeUndefined()
  expect(stepPrompt(undefined, words)).toBeUndefined()
})
