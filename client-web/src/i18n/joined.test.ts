import { expect, test } from 'vitest'
import { joined } from './joined'

test('texts are joined as their language joins them', () => {
  const names = ['Ann', 'Ben', 'Cleo']
  expect(joined('en', names)).toBe(new Intl.ListFormat('en').format(names))
  expect(joined('de', names.slice(1))).toBe('Ben und Cleo')
})

test('one text is that text, and none is empty', () => {
  expect(joined('en', ['Ann'])).toBe('Ann')
  expect(joined('en', [])).toBe('')
})
