/** What holds for the drawings next to the rules of every game. */

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { RuleDrawing } from '../board/part.svelte'
import { outside } from '../ui/drawing'

const files = import.meta.glob<{ drawings: readonly RuleDrawing<unknown>[] }>('./*/illustrations/drawings.ts', {
  eager: true,
})
const games = Object.entries(files).map(([path, { drawings }]) => [path.split('/')[1] ?? '', drawings] as const)

test('all games have drawings', () => {
  expect(games.length).toBe(4)
})

describe.each(games)('%s', (game, drawings) => {
  const numbers = drawings.flatMap(({ rules }) => rules)
  const read = (path: string) => readFileSync(path, 'utf8')

  test.each(['de', 'en'])('each drawing belongs to a rule, and a rule has one at most (%s)', (language) => {
    const rules = read(`../engines/partie/games/${game}/rules.${language}.md`)
    const known = [...rules.matchAll(/^### ([A-Z]+\d+[a-z]?) /gm)].map(([, number]) => number)
    expect(known).toEqual(expect.arrayContaining(numbers))
    expect(new Set(numbers).size).toBe(numbers.length)
  })

  test.each(['de', 'en'])('each drawing has words below it, and no words are left over (%s)', (language) => {
    const path = `src/games/${game}/illustrations/captions.${language}.json`
    expect(existsSync(path)).toBe(true)
    const said = Object.keys(JSON.parse(read(path)) as object)
    expect(said.sort()).toEqual(drawings.map(({ rules }) => rules[0]).sort())
  })

  test('nothing is cut off, and all fits next to a rule', () => {
    for (const drawing of drawings) {
      expect(outside(drawing), drawing.rules[0]).toEqual([])
      expect([drawing.width <= 320, drawing.height <= 220], drawing.rules[0]).toEqual([true, true])
    }
  })
})
