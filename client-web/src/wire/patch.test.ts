import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Patch, View } from './generated'
import { applyPatch, changedPaths, equal } from './patch'

interface Vector {
  name: string
  from: View
  patch: Patch
  to: View
}

// The service is held to the same vectors.
const vectors = JSON.parse(
  readFileSync(new URL('../../../tests/patch-vectors.json', import.meta.url), 'utf8'),
) as Vector[]

test.each(vectors.map((vector) => [vector.name, vector] as const))('shared vector: %s', (_, vector) => {
  expect(applyPatch(vector.from, vector.patch)).toStrictEqual(vector.to)
})

test('a patch sets, changes and removes members, and replaces lists whole', () => {
  const view = { a: 1, b: { c: 2, d: 3 }, l: [1, 2] }
  expect(applyPatch(view, { a: null, b: { c: 5, d: null, e: 'x' }, l: [3] })).toEqual({ b: { c: 5, e: 'x' }, l: [3] })
})

test('a patch changes nothing in place and shares what it does not touch', () => {
  const view = { a: { x: 1 }, b: { y: { z: 2 } } }
  const after = applyPatch(view, { b: { y: { z: 3 } } })
  expect(view).toEqual({ a: { x: 1 }, b: { y: { z: 2 } } })
  expect(after['a']).toBe(view.a)
})

test('a map in a patch replaces what is no map, and carries no null into a new map', () => {
  expect(applyPatch({ a: 'text' }, { a: { b: 1, c: null } })).toEqual({ a: { b: 1 } })
})

test('changed paths name every leaf that differs, and the parent of a removed one', () => {
  const before = { a: 1, b: { c: 1, d: 1 }, l: [1], same: { x: [1, 2] } }
  const after = { a: 2, b: { c: 1, e: 1 }, l: [2], same: { x: [1, 2] } }
  expect([...changedPaths(before, after)].sort()).toEqual(['a', 'b', 'b/e', 'l'])
})

test('equality looks at type and value', () => {
  expect(equal({ a: [1, { b: true }] }, { a: [1, { b: true }] })).toBe(true)
  expect(equal({ a: 1 }, { a: true })).toBe(false)
  expect(equal({ a: 1 }, { b: 1 })).toBe(false)
  expect(equal([1, 2], [1])).toBe(false)
})
