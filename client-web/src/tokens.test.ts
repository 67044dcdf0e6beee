import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SIGHTS, type Sight, contrast, distance, seenBy } from './test/colour'
import { taken } from './ui/disc'
import { pattern } from './ui/patterns'

type Tokens = Readonly<Record<string, string>>
type Light = 'day' | 'evening'

/** The page's own, and those of each game. */
const sheets = ['src/tokens.css', ...globSync('src/games/*/tokens.css').sort()].map((path) =>
  readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
)

/** The colour tokens of a block of the style sheets. */
function block(selector: string): Tokens {
  return Object.fromEntries(
    sheets.flatMap((css) => {
      const at = css.indexOf(`${selector} {`)
      const body = at < 0 ? '' : css.slice(at, css.indexOf('}', at))
      return [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map(([, name, value]) => [name, value])
    }),
  )
}

const day = block(':root')
const lights: Record<Light, Tokens> = { day, evening: { ...day, ...block("[data-theme='dark']") } }

const SEATS = ['stag', 'heron', 'duck', 'raven', 'salmon', 'hare'] as const

const VIKINGS = ['warrior', 'noble', 'scout', 'goldsmith', 'fisherman', 'boatman'] as const

const TERRAINS = ['farmland', 'pasture', 'hills', 'forest', 'mountain'] as const

/** Text, and every ground that it is meant for: 4.5 to 1 (WCAG 2.2, 1.4.3). */
const TEXT: Readonly<Record<string, readonly string[]>> = {
  ink: ['table', 'paper', 'paper-2', 'can-wash', 'new-wash', 'cabin', 'cabin-2'],
  'ink-2': ['table', 'paper', 'paper-2', 'can-wash', 'new-wash', 'cabin', 'cabin-2'],
  'ink-3': ['paper', 'paper-2'],
  'on-board': ['board', 'board-2', 'wi-sea', 'wi-sea-2'],
  'on-action-bar': ['action-bar', 'action-bar-2'],
  'on-action-bar-2': ['action-bar', 'action-bar-2'],
  'can-ink': ['can'],
  'can-deep': ['paper', 'paper-2', 'can-wash'],
  'new-deep': ['paper', 'paper-2', 'new-wash'],
  stop: ['paper', 'paper-2'],
  fine: ['paper', 'paper-2'],
  'vp-ink': ['vp'],
  'on-sea': ['sea-frame', 'crew-row'],
  'on-crew-chosen': ['crew-chosen'],
  'wi-main-ink': ['wi-main'],
  'on-wi-wood': ['wi-wood', 'wi-wood-2'],
  'vinci-ink': ['vinci-plate', 'vinci-frame', ...TERRAINS.map((terrain) => `vinci-${terrain}`)],
  'vinci-sea-text': ['vinci-sea'],
  'vinci-expensive-ink': ['vinci-expensive'],
  'vinci-levy': ['vinci-plate'],
}

/** Emblems, and rings by their dark key line: 3 to 1 (1.4.11). */
const SIGNS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(SEATS.map((seat) => [`on-${seat}`, [`seat-${seat}`]])),
  can: ['can-ink', 'board-2', 'action-bar'],
  new: ['paper', 'paper-2'],
  'new-lit': ['board', 'board-2'],
  'sea-prev': ['sea-a', 'sea-b'],
  'on-neutral': ['neutral'],
  ...Object.fromEntries(VIKINGS.map((figure) => [`on-wi-${figure}`, [`wi-${figure}`]])),
  'vinci-coast': ['vinci-sea', 'vinci-frame', 'vinci-frame-2', ...TERRAINS.map((terrain) => `vinci-${terrain}`)],
  'vinci-border': TERRAINS.map((terrain) => `vinci-${terrain}`),
}

/** Grounds, lines and printed pieces: what is read or found stands on them or has an outline. */
const OTHERS = [
  ...[
    'table',
    'table-grain',
    'board',
    'board-2',
    'board-line',
    'paper',
    'paper-2',
    'paper-edge',
    'action-bar',
    'action-bar-2',
    'action-bar-edge',
  ],
  ...['can-wash', 'new-wash', 'vp', ...SEATS.map((seat) => `seat-${seat}`)],
  ...['wood', 'stone', 'sheep', 'cattle', 'grain', 'coin', 'barrel'],
  ...['f-yellow', 'f-green', 'f-grey', 'f-brown', 'f-blue'],
  ...['sea-frame', 'sea-a', 'sea-b', 'sea-line', 'sea-wave', 'sea-sel', 'crew-row', 'crew-chosen', 'neutral'],
  ...['cabin', 'cabin-2', 'cabin-edge'],
  ...TERRAINS.flatMap((terrain) => ['', '-ink', '-lit'].map((part) => `vinci-${terrain}${part}`)),
  ...['sea', 'sea-ink', 'frame', 'frame-2', 'plate', 'expensive'].map((ground) => `vinci-${ground}`),
  ...['yellow', 'red', 'blue'].flatMap((colour) => [`vinci-${colour}`, `vinci-${colour}-lit`]),
  ...['white', 'yellow', 'green', 'red', 'violet', 'black'].map((colour) => `treasure-${colour}`),
  ...[
    'sea',
    'sea-2',
    'sea-line',
    'shoal',
    'deep',
    'main',
    'main-2',
    'main-line',
    'wood',
    'wood-2',
    'dread',
    ...VIKINGS,
  ].map((what) => `wi-${what}`),
]

/** All pairs that cannot be told apart well enough. */
function tooFaint(tokens: Tokens): string[] {
  const check = (pairs: typeof TEXT, least: number) =>
    Object.entries(pairs).flatMap(([token, grounds]) =>
      grounds
        .map((ground) => ({ ground, ratio: contrast(tokens[token] as string, tokens[ground] as string) }))
        .filter(({ ratio }) => ratio < least)
        .map(({ ground, ratio }) => `${token} on ${ground}: ${ratio.toFixed(2)}`),
    )
  return [...check(TEXT, 4.5), ...check(SIGNS, 3)]
}

/** The least distance of two seats to people who see few colours; animal and pattern tell them apart, too. */
const APART = 15

/** All pairs of seats that look too much alike to somebody. */
function alike(tokens: Tokens): string[] {
  const pairs = SEATS.flatMap((one, index) => SEATS.slice(index + 1).map((other) => [one, other] as const))
  const sights: (Sight | undefined)[] = [undefined, ...(Object.keys(SIGHTS) as Sight[])]
  return sights.flatMap((sight) =>
    pairs
      .map(([one, other]) => {
        const seen = (seat: string) => seenBy(sight, tokens[`seat-${seat}`] as string)
        return { what: `${one} and ${other} (${sight ?? 'all'})`, apart: distance(seen(one), seen(other)) }
      })
      .filter(({ apart }) => apart < APART)
      .map(({ what, apart }) => `${what}: ${apart.toFixed(1)}`),
  )
}

const LIGHTS = ['day', 'evening'] as const

test.each(LIGHTS)('all text reaches 4.5 to 1 and every sign 3 to 1 on its grounds (%s)', (light) => {
  expect(tooFaint(lights[light])).toEqual([])
})

test.each(LIGHTS)('seats differ for every kind of sight (%s)', (light) => {
  expect(alike(lights[light])).toEqual([])
})

test('every colour token is checked as text or sign, or known as a ground or a piece', () => {
  const known = new Set([...Object.keys(TEXT), ...Object.keys(SIGNS), ...OTHERS])
  expect(Object.keys(day).filter((token) => !known.has(token))).toEqual([])
  expect([...known].filter((token) => !(token in day))).toEqual([])
})

test('a token that loses its contrast is found', () => {
  for (const light of LIGHTS) {
    for (const [token, grounds] of Object.entries({ ...TEXT, ...SIGNS })) {
      for (const ground of grounds) {
        const spoiled = { ...lights[light], [token]: lights[light][ground] as string }
        expect(tooFaint(spoiled)).toContain(`${token} on ${ground}: 1.00`)
      }
    }
    for (const seat of SEATS) {
      const other = seat === 'stag' ? 'heron' : 'stag'
      const spoiled = { ...lights[light], [`seat-${seat}`]: lights[light][`seat-${other}`] as string }
      expect(alike(spoiled).length).toBeGreaterThan(0)
    }
  }
})

test('colours that WCAG and CIE publish come out as they say', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  const [lightness, a, b] = seenBy(undefined, '#ff0000')
  expect(lightness).toBeCloseTo(53.24, 1)
  expect(a).toBeCloseTo(80.09, 1)
  expect(b).toBeCloseTo(67.2, 1)
})

test('grey stays grey to everybody, and red and green come near to who lacks one of their cones', () => {
  for (const sight of Object.keys(SIGHTS) as Sight[]) {
    expect(distance(seenBy(sight, '#808080'), seenBy(undefined, '#808080'))).toBeLessThan(1)
  }
  for (const sight of ['protan', 'deutan'] as const) {
    const near = distance(seenBy(sight, '#b5322a'), seenBy(sight, '#47692b'))
    expect(near).toBeLessThan(distance(seenBy(undefined, '#b5322a'), seenBy(undefined, '#47692b')) / 2)
  }
})

test('every seat has an animal and a pattern of its own', () => {
  // Shapes only: what differed in colour alone would be no animal and no pattern.
  const shapes = (text: string) => text.match(/\b(d|c[xy]|r|patternTransform)="[^"]*"/g)?.join(' ')
  const animals = SEATS.map((seat) => shapes(/<svg.*<\/svg>/s.exec(taken(seat, 'disc'))?.[0] ?? ''))
  const patterns = SEATS.map((seat) => shapes(pattern(seat, 'pattern')))
  for (const drawn of [animals, patterns]) {
    expect(drawn).not.toContain(undefined)
    expect(new Set(drawn).size).toBe(SEATS.length)
  }
})
