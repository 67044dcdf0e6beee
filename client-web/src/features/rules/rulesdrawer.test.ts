import { expect, test } from 'vitest'
import { rulesOf } from './rulesdrawer.svelte'

test('a link to a rule names its game and number', () => {
  expect(rulesOf('/rules/glenmore#W5')).toEqual({ game: 'glenmore', rule: 'W5' })
  expect(rulesOf('/rules/glenmore')).toEqual({ game: 'glenmore', rule: undefined })
})

test('other links name no rules', () => {
  expect(rulesOf('/about')).toBeUndefined()
  expect(rulesOf('/rules')).toBeUndefined()
})
