import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { contrast } from '../../../test/colour'
import { COLOURS, CREW, type Treasure } from '../data'
import { EMBLEMS, PICTOGRAMS } from './pictograms'
import { SEAL, wedge } from './shapes'
import { DARK, LIGHT, OUTLINES, PRESS, PRINTS, WELL } from './treasures'

const treasures: readonly Treasure[] = [...COLOURS, 'gem']

test('every treasure has a silhouette of its own', () => {
  const outlines = treasures.map((treasure) => OUTLINES[treasure])
  expect(outlines).not.toContain('')
  expect(new Set(outlines).size).toBe(treasures.length)
})

/** A colour that is printed over another one. */
function over(ink: string, ground: string): string {
  const part = (colour: string, from: number) => parseInt(colour.slice(from, from + 2), 16)
  const mixed = [1, 3, 5].map((from) => Math.round(part(ink, from) * PRESS + part(ground, from) * (1 - PRESS)))
  return `#${mixed.map((each) => each.toString(16).padStart(2, '0')).join('')}`
}

test('what is printed on an open place stands out from its ground, and the ground from a filled place', () => {
  for (const treasure of treasures) {
    const { ink, ground } = PRINTS[treasure]
    expect(contrast(over(ink, ground), ground), treasure).toBeGreaterThan(3)
    expect(contrast(ground, WELL), treasure).toBeGreaterThan(3)
  }
})

test('every treasure stands out from the outline around it', () => {
  const tokens = ['src/tokens.css', 'src/games/nereus/tokens.css'].map((path) => readFileSync(path, 'utf8')).join('\n')
  for (const colour of COLOURS) {
    const body = new RegExp(`--treasure-${colour}: (#[0-9a-f]{6})`).exec(tokens)?.[1] ?? ''
    expect(contrast(body, colour === 'black' ? LIGHT : DARK), colour).toBeGreaterThan(3)
  }
})

test('every crew member has an emblem of their own among the pictograms', () => {
  const drawn = PICTOGRAMS.map(([name]) => name)
  const emblems = CREW.map((crew) => EMBLEMS[crew])
  expect(new Set(emblems).size).toBe(CREW.length)
  for (const emblem of emblems) expect(drawn).toContain(emblem)
  expect(PICTOGRAMS.filter(([, outline]) => outline === '')).toEqual([])
})

test('the slices of the rainbow meet, from the top around', () => {
  const slices = COLOURS.map((_, at) => wedge(at, COLOURS.length))
  const ends = slices.map((slice) => /M0 0L(\S+)A.* (\S+)z/.exec(slice)?.slice(1))
  expect(ends[0]?.[0]).toBe('0,-0.96')
  ends.forEach((end, at) => expect(end?.[1]).toBe(ends[(at + 1) % ends.length]?.[0]))
})

test('the seal has fourteen teeth', () => {
  expect(SEAL.split(' ')).toHaveLength(28)
})
