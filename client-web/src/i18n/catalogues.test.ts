import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path/posix'
import { describe, expect, test } from 'vitest'
import { argumentsOf } from './icu'
import { Messages, type Catalogue } from './messages'
import accountEn from '../features/account/say.en.json'
import de from './de'
import en from './en'

/** Every source of the client by its path, tests left out. */
const files = new Map(
  globSync('src/**/*.{ts,svelte}')
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => [path, readFileSync(path, 'utf8')]),
)
const sources = [...files.values()].join('\n')

const read = (path: string): Catalogue => JSON.parse(readFileSync(path, 'utf8')) as Catalogue

/** What a part of the client says for itself: `chat/say` and the like. */
const parts = globSync('src/**/*.en.json')
  .map((path) => path.replace(/\.en\.json$/, ''))
  .sort()
const pairs: [string, Catalogue, Catalogue][] = [
  ['i18n', de, en],
  ...globSync('src/**/spoken/en.json').map((path): [string, Catalogue, Catalogue] => [
    dirname(path),
    read(join(dirname(path), 'de.json')),
    read(path),
  ]),
  ...parts.map((part): [string, Catalogue, Catalogue] => [part, read(`${part}.de.json`), read(`${part}.en.json`)]),
]

test('the catalogues of all parts are found', () => {
  const named = [
    'about',
    'account',
    'chat',
    'people',
    'delay',
    'fork',
    'moderation',
    'notifications',
    'ratings',
    'timecontrol',
  ]
  for (const name of named) expect(parts).toContain(`src/features/${name}/say`)
  expect(parts).toContain('src/table/why/why')
  expect(globSync('src/**/*.de.json').length).toBe(parts.length)
})

describe.each(pairs)('%s', (_, german, english) => {
  const messages = [new Messages('de', german), new Messages('en', english)] as const

  test('both languages have the same keys', () => {
    expect(Object.keys(german).sort()).toEqual(Object.keys(english).sort())
  })

  test('every message can be read', () => {
    for (const each of messages) {
      for (const key of each.keys()) expect(each.message(key), `${each.language} ${key}`).toBeDefined()
    }
  })

  test('both languages use the same parameters', () => {
    for (const key of Object.keys(english)) {
      const [ofGerman, ofEnglish] = messages.map((each) => argumentsOf(each.message(key) ?? []))
      expect(ofGerman, key).toEqual(ofEnglish)
    }
  })
})

test('every key that the client asks for by name is there', () => {
  const asked = [...sources.matchAll(/\bt\(\s*'([a-z_.]+)'/g)].map((match) => match[1] as string)
  expect(asked.length).toBeGreaterThan(100)
  for (const key of asked) expect(en, key).toHaveProperty([key])
})

/** The sources that say something with the words of a part. */
function speakers(part: string): string[] {
  const own = [...files].filter(([path, text]) => {
    const imports = [...text.matchAll(/import \{[^}]*\bsay\b[^}]*\} from '(\.[^']*)'/g)].map((match) =>
      join(dirname(path), match[1] as string),
    )
    return imports.includes(part) || path === `${part}.ts`
  })
  return own.map(([, text]) => text)
}

/** The keys that stand in a call: alone or as the two sides of a choice, not what is compared or looked up. */
function named(call: string): string[] {
  const said = call.replace(/[!=]== '[^']*'|\['[^']*'\]/g, '')
  return [...said.matchAll(/'([a-z_.]+)'/g)].map((match) => match[1] as string)
}

describe.each(parts.filter((part) => part.endsWith('/say')))('%s', (part) => {
  const catalogue = read(`${part}.en.json`)
  const texts = speakers(part).join('\n')

  test('every key that is asked for by name is there', () => {
    const asked = [...texts.matchAll(/\bsay\(([^,()`]*)/g)].flatMap((match) => named(match[1] as string))
    expect(asked.length).toBeGreaterThan(0)
    for (const key of asked) expect(catalogue, key).toHaveProperty([key])
  })
})

test('the accessible name of a button contains its visible label', () => {
  const named = pairs.flatMap(([part, ...languages]) =>
    languages.flatMap((catalogue) =>
      Object.keys(catalogue)
        .filter((key) => `${key}.name` in catalogue && sources.includes(`aria-label={say('${key}.name'`))
        .map((key) => [`${part}:${key}`, catalogue[key] ?? '', catalogue[`${key}.name`] ?? ''] as const),
    ),
  )
  expect(named.length).toBeGreaterThan(8)
  for (const [key, label, name] of named) expect(name.toLowerCase(), key).toContain(label.toLowerCase())
})

test('no key is without use', () => {
  const made =
    /^(refused|trouble|gone|ending|history|colour|access|watch|proposal|fill|seat\.bot|play\.level|play\.weight|prefs\.motion)\./
  const idle = Object.keys(en).filter((key) => !made.test(key) && !sources.includes(`'${key}'`))
  expect(idle).toEqual([])
})

test('the lines that the table itself writes into the history all have words', () => {
  const python = readFileSync(new URL('../../../server/partie/table/show/lines.py', import.meta.url), 'utf8')
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
  const found = codes('../server/partie/table/refusals.py', /"([a-z_]+)"(?!:)/g)
  expect(found.length).toBeGreaterThan(70)
  for (const code of found) expect(en).toHaveProperty([`refused.${code}`])
})

test('the reasons why a table cannot be shown all have words', () => {
  const found = codes('../server/partie/{live,gateway,features/*}/*.py', /TableGone\("(\w+)"\)/g)
  expect(found.length).toBeGreaterThan(3)
  for (const code of found) expect(en).toHaveProperty([`gone.${code}`])
})

test('what the service refuses about persons all has words', () => {
  const found = [...codes('../server/partie/people/*.py', /PeopleError, code="(\w+)"/g), 'no_session', 'foreign_origin']
  expect(found.length).toBeGreaterThan(4)
  for (const code of found) expect({ ...en, ...accountEn }).toHaveProperty([`trouble.${code}`])
})
