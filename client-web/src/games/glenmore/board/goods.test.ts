import { expect, test } from 'vitest'
import { GOODS } from '../data'
import { PICTOGRAMS } from '../art/pictograms'
import { CHIPS, TOKENS } from '../art/wood'

const outlines = new Map(PICTOGRAMS)

test.each(['tokens', 'chips'] as const)('every good has a shape of its own as well as a colour (%s)', (kind) => {
  const looks = kind === 'tokens' ? TOKENS : CHIPS
  const shapes = GOODS.map((good) => outlines.get(looks[good].sign))
  expect(shapes).not.toContain(undefined)
  expect(new Set(shapes).size).toBe(GOODS.length)
})
