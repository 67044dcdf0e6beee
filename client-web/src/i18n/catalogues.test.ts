import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Messages } from '../lib/messages'
import accountDe from '../account/say.de.json'
import accountEn from '../account/say.en.json'
import callsDe from '../calls/say.de.json'
import callsEn from '../calls/say.en.json'
import de from './de'
import en from './en'

const languages = { de, en } as const
const sources = globSync('src/**/*.{ts,svelte}')
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(path, 'utf8'))
  .join('\n')

interface Element {
  type: number
  value: string
  options?: Record<string, { value: Element[] }>
}
const LITERAL = 0

/** The names of all parameters of a parsed message, those inside of plurals and selects too. */
function params(elements: unknown): string[] {
  const walk = (element: Element): string[] => [
    ...(element.type === LITERAL || element.value === undefined ? [] : [element.value]),
    ...Object.values(element.options ?? {}).flatMap((option) => option.value.flatMap(walk)),
  ]
  return [...new Set((elements as Element[]).flatMap(walk))].sort()
}

test('both languages have the same keys', () => {
  expect(Object.keys(accountDe).sort()).toEqual(Object.keys(accountEn).sort())
  expect(Object.keys(callsDe).sort()).toEqual(Object.keys(callsEn).sort())
  expect(Object.keys(de).sort()).toEqual(Object.keys(en).sort())
})

test.each(['de', 'en'] as const)('every message can be read (%s)', (language) => {
  const messages = new Messages(language, languages[language])
  for (const key of Object.keys(languages[language])) expect(messages.message(key), key).toBeDefined()
})

test('both languages use the same parameters', () => {
  const [german, english] = [new Messages('de', de), new Messages('en', en)]
  for (const key of Object.keys(en)) {
    expect(params(german.message(key)?.getAst()), key).toEqual(params(english.message(key)?.getAst()))
  }
})

test('every key that the client asks for by name is there', () => {
  const asked = [...sources.matchAll(/\bt\(\s*'([a-z_.]+)'/g)].map((match) => match[1] as string)
  expect(asked.length).toBeGreaterThan(100)
  for (const key of asked) expect(en, key).toHaveProperty([key])
})

test('no key is without use', () => {
  const made = /^(refused|trouble|gone|ending|history|colour|access|watch|proposal|fill|seat\.bot)\./
  const idle = Object.keys(en).filter((key) => !made.test(key) && !sources.includes(`'${key}'`))
  expect(idle).toEqual([])
})

test('the lines that the table itself writes into the history all have words', () => {
  const python = readFileSync(new URL('../../../server/table/lines.py', import.meta.url), 'utf8')
  const table = /FRAME_LINES[^{]*\{([\s\S]*?)\n\}/.exec(python)?.[1] ?? ''
  const keys = [...table.matchAll(/^ {4}"(\w+)":/gm)].map((match) => `history.${match[1] as string}`)
  expect(keys.length).toBeGreaterThan(20)
  for (const key of keys) expect(en).toHaveProperty([key])
})

/** All codes that the service's sources name in some way. */
function codes(files: string, pattern: RegExp): string[] {
  const texts = globSync(files).map((path) => readFileSync(path, 'utf8'))
  return texts.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1] as string))
}

test('the refusals of commands all have words', () => {
  const found = [
    ...codes('../server/{table,hub}/*.py', /Refused\(\s*"(\w+)"/g),
    ...codes('../server/hub/*.py', /refuse\(\w+, "(\w+)"/g),
    ...codes('../server/hub/*.py', /Refused\([\w.]+, "(\w+)"/g),
  ]
  expect(found.length).toBeGreaterThan(40)
  for (const code of found) expect(en).toHaveProperty([`refused.${code}`])
})

test('the reasons why a table cannot be shown all have words', () => {
  const found = codes('../server/hub/*.py', /TableGone\("(\w+)"\)/g)
  expect(found.length).toBeGreaterThan(3)
  for (const code of found) expect(en).toHaveProperty([`gone.${code}`])
})

test('what the service refuses about persons all has words', () => {
  const found = [...codes('../server/people/*.py', /PeopleError, code="(\w+)"/g), 'no_session', 'foreign_origin']
  expect(found.length).toBeGreaterThan(4)
  for (const code of found) expect({ ...en, ...accountEn }).toHaveProperty([`trouble.${code}`])
})
