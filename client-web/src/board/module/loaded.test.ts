import { expect, test, vi } from 'vitest'
import { Guard } from './guard'
import { PATIENCE, boardLoaded, loadBoard } from './loaded'

const address = '/boards/hex/1/board.js'
const guard = new Guard(address, undefined)
const board = { mount: () => ({ update: () => undefined }) }

test('a board that comes is kept for its game', async () => {
  const found = await loadBoard('hex', address, undefined, () => Promise.resolve(board), guard)
  expect(found).toMatchObject({ board, trouble: undefined })
  expect(boardLoaded('hex')).toBe(found)
})

test.each([
  ['that can’t be had', () => Promise.reject(new Error('404'))],
  ['that draws nothing', () => Promise.resolve({ default: board })],
])('a module %s is no board', async (_, bring: () => Promise<unknown>) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(await loadBoard('hex', address, undefined, bring, guard)).toMatchObject({
    board: undefined,
    trouble: 'broken',
  })
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
})

test('a board that does not come is given up', async () => {
  vi.useFakeTimers()
  const loading = loadBoard('hex', address, undefined, () => new Promise(() => undefined), guard)
  await vi.advanceTimersByTimeAsync(PATIENCE)
  expect((await loading).trouble).toBe('late')
  vi.useRealTimers()
})

test('a board that had the thread when the page went away is not loaded', async () => {
  const marks = { getItem: () => 'runs', setItem: () => undefined, removeItem: () => undefined }
  const bring = vi.fn(() => Promise.resolve(board))
  expect((await loadBoard('hex', address, undefined, bring, new Guard(address, marks))).trouble).toBe('hung')
  expect(bring).not.toHaveBeenCalled()
})
