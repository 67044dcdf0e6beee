import { expect, test, vi } from 'vitest'
import { Catalogues, language, loadLanguage, localeFor, setLanguage } from './i18n.svelte'

test('words of a game come in the language in use only, and a switch waits for them', async () => {
  const asked: string[] = []
  let arrive = (): void => undefined
  const words = new Catalogues({
    en: async () => (asked.push('en'), { default: { hello: 'Hello' } }),
    de: async () => {
      asked.push('de')
      await new Promise<void>((resolve) => (arrive = resolve))
      return { default: { hello: 'Hallo' } }
    },
  })
  await loadLanguage()
  expect(words.now.format('hello')).toBe('Hello')
  expect(asked).toEqual(['en'])
  setLanguage('de')
  await vi.waitFor(() => expect(asked).toEqual(['en', 'de']))
  // Nothing is said half in one language and half in the other.
  expect([language(), words.now.format('hello')]).toEqual(['en', 'Hello'])
  arrive()
  await vi.waitFor(() => expect(language()).toBe('de'))
  expect(words.now.format('hello')).toBe('Hallo')
  setLanguage('en')
  await vi.waitFor(() => expect(language()).toBe('en'))
  expect(asked).toEqual(['en', 'de'])
})

test('a game that comes while the language changes is spoken in it too', async () => {
  const files = (en: string, de: string) => ({
    en: () => Promise.resolve({ default: { word: en } }),
    de: () => Promise.resolve({ default: { word: de } }),
  })
  let late: Catalogues | undefined
  new Catalogues({
    ...files('one', 'eins'),
    de: () => {
      late = new Catalogues(files('two', 'zwei'))
      return Promise.resolve({ default: { word: 'eins' } })
    },
  })
  setLanguage('de')
  await vi.waitFor(() => expect(language()).toBe('de'))
  expect(late?.now.format('word')).toBe('zwei')
})

test('without its words the page goes on in the present language', async () => {
  const before = language()
  const other = before === 'de' ? 'en' : 'de'
  const fetched = vi.fn(() => Promise.reject(new Error('the line is gone')))
  const words = new Catalogues({
    de: () => Promise.resolve({ default: { word: 'da' } }),
    en: () => Promise.resolve({ default: { word: 'here' } }),
    [other]: fetched,
  })
  await loadLanguage()
  setLanguage(other)
  await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
  await new Promise<void>((resolve) => setTimeout(resolve))
  expect(language()).toBe(before)
  expect(words.now.has('word')).toBe(true)
})

test.each([
  ['en', ['en-US', 'en'], 'en-US'],
  ['en', ['en-AU'], 'en-AU'],
  ['en', ['de-DE', 'de', 'en-US'], 'en-GB'],
  ['en', ['en'], 'en-GB'],
  ['en', [], 'en-GB'],
  ['de', ['de-AT', 'en-US'], 'de-AT'],
  ['de', ['en-US', 'de-DE'], 'de'],
] as const)('dates in %s for a browser that prefers %j are written as in %s', (chosen, preferred, locale) => {
  // A reader of American English has American dates, and nobody else has.
  expect(localeFor(chosen, preferred)).toBe(locale)
})
