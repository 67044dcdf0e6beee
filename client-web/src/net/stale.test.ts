import { expect, test } from 'vitest'
import { StalePage, clientOf } from './stale'

/** A page over its reloads: each makes a new one, and the memory lives on. */
function browser({ replaced = true, old = false } = {}) {
  const world = { kept: null as string | null, idle: true, begun: false, reloads: 0 }
  const open = () =>
    new StalePage(
      {
        memory: { get: () => world.kept, set: (reason) => (world.kept = reason) },
        idle: () => world.idle,
        begun: () => world.begun,
        replaced: () => Promise.resolve(replaced),
        reload: () => (world.reloads += 1),
      },
      () => old,
    )
  return { world, open }
}

test('a build names its client behind the plus', () => {
  expect(clientOf('0.1.0+abcd1234')).toBe('abcd1234')
})

test('a page loads anew when the service comes back with another client', async () => {
  const { world, open } = browser()
  const page = open()
  await page.hear('1+aaaa')
  expect(world.reloads).toBe(0)
  await page.hear('2+bbbb')
  expect(world.reloads).toBe(1)
})

test('another version with the same client is no reason', async () => {
  const { world, open } = browser()
  const page = open()
  await page.hear('1+aaaa')
  await page.hear('2+aaaa')
  expect(world.reloads).toBe(0)
})

test('a build that differs while the same page is handed out is no reason', async () => {
  const { world, open } = browser({ replaced: false })
  const page = open()
  await page.hear('1+aaaa')
  await page.hear('2+bbbb')
  expect(world.reloads).toBe(0)
})

test('a page that stood long before it first heard of a build asks whether it is still the right one', async () => {
  const { world, open } = browser({ old: true })
  await open().hear('2+bbbb')
  expect(world.reloads).toBe(1)
})

test('nothing is loaded anew while a command has no answer, and then it is', async () => {
  const { world, open } = browser()
  const page = open()
  await page.hear('1+aaaa')
  world.idle = false
  await page.hear('2+bbbb')
  page.attempt()
  expect(world.reloads).toBe(0)
  world.idle = true
  page.attempt()
  page.attempt()
  expect(world.reloads).toBe(1)
})

test('nothing that was begun to be filled in is lost to a new client, unless the page cannot go on', async () => {
  const { world, open } = browser()
  const page = open()
  await page.hear('1+aaaa')
  world.begun = true
  let told = 0
  page.watch(() => (told += 1))
  await page.hear('2+bbbb')
  expect(world.reloads).toBe(0)
  // The page can say so meanwhile.
  expect([page.waits, told]).toEqual([true, 1])
  world.begun = false
  page.attempt()
  expect(world.reloads).toBe(1)
  expect(page.waits).toBe(false)
  world.begun = true
  open().broken('wire')
  expect(world.reloads).toBe(2)
})

test('a page never loads anew twice for the same build', async () => {
  const { world, open } = browser({ old: true })
  await open().hear('2+bbbb')
  await open().hear('2+bbbb')
  expect(world.reloads).toBe(1)
  await open().hear('3+cccc')
  expect(world.reloads).toBe(2)
})

test('a part of the page that is gone is asked for anew once', () => {
  const { world, open } = browser()
  expect(open().broken('part')).toBe(true)
  expect(world.reloads).toBe(1)
  expect(open().broken('part')).toBe(false)
  expect(world.reloads).toBe(1)
})
