import { expect, test, vi } from 'vitest'
import type { Board } from './contract'
import { generic } from './generic/generic'
import { loadBoard, PATIENCE, type Ways } from './load'

vi.mock('../browser/whole', () => ({ whole: <T>(part: Promise<T>) => part }))
// What it draws is for pages.
vi.mock('./generic/generic', () => ({ generic: { mount: () => ({}) } }))
vi.mock('./generic/WithMoves.svelte', () => ({ default: 'the list of moves' }))

const address = { board: '/boards/hex/1/board.js' }
const board: Board = { mount: () => ({}), areaSurface: 'land' }
const ways = (more: Partial<Ways>): Ways => ({
  bring: () => Promise.resolve(board),
  answers: () => Promise.resolve(true),
  marks: undefined,
  ...more,
})

test('a board that comes is shown', async () => {
  const found = await loadBoard(address, ways({}))
  expect(found).toMatchObject({ board: { areaSurface: 'land' }, trouble: undefined })
})

test('the list of moves comes with a board on which not all of them can be chosen', async () => {
  expect((await loadBoard(address, ways({}))).WithMoves).toBe('the list of moves')
  const complete = ways({ bring: () => Promise.resolve({ ...board, complete: true }) })
  expect((await loadBoard(address, complete)).WithMoves).toBeUndefined()
})

test('a game without a board has the plain one, and no trouble with that', async () => {
  expect(await loadBoard({}, ways({}))).toMatchObject({ board: generic, guard: undefined, trouble: undefined })
})

test.each([
  ['that the service does not have', () => Promise.reject(new TypeError('404'))],
  ['that draws nothing', () => Promise.resolve({ default: board })],
])('for a module %s the plain board stands in', async (_, bring: () => Promise<unknown>) => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  expect(await loadBoard(address, ways({ bring }))).toMatchObject({ board: generic, trouble: 'broken' })
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
})

test('a board is asked for again while the service does not answer', async () => {
  const bring = () => Promise.reject(new TypeError('no connection'))
  await expect(loadBoard(address, ways({ bring, answers: () => Promise.resolve(false) }))).rejects.toThrow()
})

test('a board that does not come is given up', async () => {
  vi.useFakeTimers()
  const loading = loadBoard(address, ways({ bring: () => new Promise(() => undefined) }))
  await vi.advanceTimersByTimeAsync(PATIENCE)
  expect(await loading).toMatchObject({ board: generic, trouble: 'late' })
  vi.useRealTimers()
})

test('a board that had the thread when the page went away is not loaded', async () => {
  const marks = { getItem: () => 'runs', setItem: () => undefined, removeItem: () => undefined }
  const bring = vi.fn(() => Promise.resolve(board))
  expect(await loadBoard(address, ways({ bring, marks }))).toMatchObject({ board: generic, trouble: 'hung' })
  expect(bring).not.toHaveBeenCalled()
})
