import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SIGHTS, type Sight, contrast, distance, seenBy } from './test/colour'
import { taken } from './ui/disc'
import { pattern } from './ui/patterns'

type Tokens = Readonly<Record<string, string>>
type Light = 'day' | 'evening'
type Colours = 'standard' | 'safe'

/** The page's own, and those of each game. */
const sheets = ['src/tokens.css', ...globSync('src/games/*/tokens.css').sort()].map((path) =>
  readFileSync(path, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, ''),
)

/** The colour tokens of a block of the style sheets. */
function block(selector: string): Tokens {
  return Object.fromEntries(
    sheets.flatMap((css) => {
      const at = css.indexOf(`\n${selector} {`)
      const body = at < 0 ? '' : css.slice(at, css.indexOf('}', at))
      return [...body.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/g)].map(([, name, value]) => [name, value])
    }),
  )
}

const day = block(':root')
const evening = { ...day, ...block("[data-theme='dark']") }
const safe = block("[data-colours='safe']")
const looks: Record<Colours, Record<Light, Tokens>> = {
  standard: { day, evening },
  safe: {
    day: { ...day, ...safe },
    evening: { ...evening, ...safe, ...block("[data-colours='safe'][data-theme='dark']") },
  },
}

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

/**
 * Sets of colours that need to be distinguishable. `least` is the minimum CIEDE2000 distance between any two colours of
 * a set in the safe palette, for every type of colour vision. Seats, tiles, goods, treasures and Vikings also differ in
 * shape, and terrains have their own marks.
 */
const APART: Readonly<Record<string, { least: number; tokens: readonly string[] }>> = {
  seats: { least: 14, tokens: [...SEATS.map((seat) => `seat-${seat}`), 'neutral'] },
  accents: { least: 12, tokens: ['can', 'new-lit'] },
  outcomes: { least: 14, tokens: ['stop', 'fine'] },
  goods: { least: 14, tokens: ['wood', 'stone', 'sheep', 'cattle', 'grain'] },
  // Their yellow is no sun.
  frames: { least: 13, tokens: ['yellow', 'green', 'grey', 'brown', 'blue'].map((frame) => `f-${frame}`) },
  treasures: {
    least: 14,
    tokens: ['white', 'yellow', 'green', 'red', 'violet', 'black'].map((colour) => `treasure-${colour}`),
  },
  vikings: { least: 14, tokens: VIKINGS.map((figure) => `wi-${figure}`) },
  civilizations: { least: 14, tokens: ['yellow', 'red', 'blue'].map((colour) => `vinci-${colour}`) },
  terrains: { least: 10, tokens: [...TERRAINS, 'sea'].map((terrain) => `vinci-${terrain}`) },
}

/** Those that are far enough from each other in the standard colours already, by day and in the evening. */
const STANDARD = ['accents', 'goods', 'civilizations']

/** All pairs of a set that look too much alike to somebody. */
function alike(tokens: Tokens, set: string, least = APART[set]?.least ?? 0): string[] {
  const members = APART[set]?.tokens ?? []
  const pairs = members.flatMap((one, index) => members.slice(index + 1).map((other) => [one, other] as const))
  const sights: (Sight | undefined)[] = [undefined, ...(Object.keys(SIGHTS) as Sight[])]
  return sights.flatMap((sight) =>
    pairs
      .map(([one, other]) => {
        const seen = (token: string) => seenBy(sight, tokens[token] as string)
        return { what: `${one} and ${other} (${sight ?? 'all'})`, apart: distance(seen(one), seen(other)) }
      })
      .filter(({ apart }) => apart < least)
      .map(({ what, apart }) => `${what}: ${apart.toFixed(1)}`),
  )
}

const LIGHTS = ['day', 'evening'] as const

const COLOURS = ['standard', 'safe'] as const
const LOOKS = COLOURS.flatMap((colours) => LIGHTS.map((light) => [colours, light] as const))

test.each(LOOKS)('all text reaches 4.5 to 1 and every sign 3 to 1 on its grounds (%s, %s)', (colours, light) => {
  expect(tooFaint(looks[colours][light])).toEqual([])
})

test.each(LIGHTS)('whatever differs in colour differs for every kind of sight in safe colours (%s)', (light) => {
  expect(Object.keys(APART).flatMap((set) => alike(looks.safe[light], set))).toEqual([])
})

test('in the standard colours some sets are as far apart as in the safe ones', () => {
  const passing = Object.keys(APART).filter((set) =>
    LIGHTS.every((light) => alike(looks.standard[light], set).length === 0),
  )
  expect(passing).toEqual(STANDARD)
})

test.each(LIGHTS)(
  'no safe colour of a piece could be taken for the sun, unless its standard one could (%s)',
  (light) => {
    const apart = (tokens: Tokens, token: string) =>
      distance(seenBy(undefined, tokens[token] as string), seenBy(undefined, tokens['can'] as string))
    const nearer = Object.keys(safe).filter((token) => {
      const now = apart(looks.safe[light], token)
      return now < 7 && now < apart(looks.standard[light], token)
    })
    expect(nearer).toEqual([])
  },
)

test.each(LIGHTS)(
  'safe colours stand in for standard ones, and none is nearer to another than it was (%s)',
  (light) => {
    expect(Object.keys(safe).filter((token) => !(token in day))).toEqual([])
    for (const set of Object.keys(APART)) {
      const least = (tokens: Tokens) => {
        for (let at = 1; ; at += 1) if (alike(tokens, set, at).length > 0) return at
      }
      expect(least(looks.safe[light]), set).toBeGreaterThanOrEqual(least(looks.standard[light]))
    }
  },
)

test('every colour token is checked as text or sign, or known as a ground or a piece', () => {
  const known = new Set([...Object.keys(TEXT), ...Object.keys(SIGNS), ...OTHERS])
  expect(Object.keys(day).filter((token) => !known.has(token))).toEqual([])
  expect([...known].filter((token) => !(token in day))).toEqual([])
})

test('a token that loses its contrast or its difference is found', () => {
  for (const light of LIGHTS) {
    for (const [token, grounds] of Object.entries({ ...TEXT, ...SIGNS })) {
      for (const ground of grounds) {
        const spoiled = { ...looks.standard[light], [token]: looks.standard[light][ground] as string }
        expect(tooFaint(spoiled)).toContain(`${token} on ${ground}: 1.00`)
      }
    }
    for (const [set, { tokens }] of Object.entries(APART)) {
      for (const token of tokens) {
        const other = tokens.find((each) => each !== token) as string
        const spoiled = { ...looks.safe[light], [token]: looks.safe[light][other] as string }
        expect(alike(spoiled, set).length).toBeGreaterThan(0)
      }
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

test.each([
  // From the test data of Sharma, Wu and Dalal: blue, across the hue of 0, grey, light and dark.
  [[50, 2.6772, -79.7751], [50, 0, -82.7485], 2.0425],
  [[50, -1, 2], [50, 0, 0], 2.3669],
  [[50, 2.49, -0.001], [50, -2.49, 0.0011], 7.2195],
  [[50, 2.5, 0], [73, 25, -18], 27.1492],
  [[60.2574, -34.0099, 36.2677], [60.4626, -34.1751, 39.4387], 1.2644],
  [[63.0109, -31.0961, -5.8663], [62.8187, -29.7946, -4.0864], 1.263],
  [[2.0776, 0.0795, -1.135], [0.9033, -0.0636, -0.5514], 0.9082],
] as const)('distances are those of CIEDE2000 (%o, %o)', (one, other, apart) => {
  expect(distance(one, other)).toBeCloseTo(apart, 4)
  expect(distance(other, one)).toBeCloseTo(apart, 4)
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
