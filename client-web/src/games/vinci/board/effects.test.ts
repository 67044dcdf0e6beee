import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TILES } from '../data.generated'
import { played } from './choices.fixture'
import { fallOf, GROUND, keeping, plain, RULES, worth } from './effects'
import { targetsOf } from './model'
import { held, incomeOf } from './position'

test('what tiles bring now and what is held come to what the engine counts', () => {
  let tiled = 0
  for (const { view } of played) {
    for (const [at, player] of Object.entries(view.players)) {
      const seat = Number(at)
      const sum = (declined: boolean, tiles: readonly string[]): number =>
        tiles.reduce((points, tile) => points + (worth(view, seat, tile, declined) ?? 0), plain(view, seat, declined))
      const found = sum(false, player.tiles) + sum(true, player.ruins)
      expect(found).toBe(incomeOf(player))
      tiled += found - plain(view, seat, false) - plain(view, seat, true)
    }
  }
  expect(tiled).toBeGreaterThan(0)
})

test('what a terrain costs is what the bills say', () => {
  const seen = new Set<string>()
  for (const { view, offers, legal } of played) {
    for (const { reasons } of targetsOf(view, offers, legal).values()) {
      const [first] = reasons
      if (first === undefined) continue
      seen.add(first.key)
      expect(first.pieces).toBe(GROUND[first.key as keyof typeof GROUND])
    }
  }
  expect(seen).toEqual(new Set(Object.keys(GROUND)))
})

test('every tile has its rule', () => {
  expect(Object.keys(RULES)).toEqual(Object.keys(TILES))
  const rules = readFileSync('../engines/partie/games/vinci/rules.en.md', 'utf8')
  for (const rule of Object.values(RULES)) expect(rules).toContain(`### ${rule} `)
})

test('a decline leaves a piece in each province and the tiles that stay', () => {
  const falling = played.filter(({ legal }) => legal.some(({ type }) => type === 'decline'))
  expect(falling.length).toBeGreaterThan(0)
  for (const { view, seat } of falling) {
    const fall = fallOf(view, seat)
    expect([...fall.staying, ...fall.going].sort()).toEqual([...(view.players[String(seat)]?.tiles ?? [])].sort())
    // A people without a province makes room for another one.
    expect(fall.provinces).toEqual(held(view, seat))
    if (fall.provinces.length === 0) expect(fall.pieces).toBe(view.players[String(seat)]?.hand)
    expect(fall.pieces).toBeGreaterThanOrEqual(0)
  }
})

test('of a split empire the kept part brings what stays of it, and all parts together what there is', () => {
  const split = played.filter(({ view }) => view.step === 'keep')
  expect(split.length).toBeGreaterThan(0)
  for (const { view, seat } of split) {
    const parts = Object.values(view.parts ?? {})
    const now = incomeOf(view.players[String(seat)])
    expect(keeping(view, seat, parts.flat())).toBe(now)
    for (const part of parts) expect(keeping(view, seat, part)).toBeLessThanOrEqual(now)
    expect(parts.some((part) => keeping(view, seat, part) < now)).toBe(true)
  }
})
