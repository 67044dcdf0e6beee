import { expect, test, vi } from 'vitest'
import type { Board, Position, Table } from './contract'
import { Guard } from './guard'
import { guarded } from './guarded'
import { quietTable } from './quiet'

const guard = new Guard('/boards/hex/1/board.js', undefined)
const position: Position = {
  game: {},
  legal: [],
  offers: [],
  words: {} as Position['words'],
  people: { seats: 2, mine: 0, seat: String },
}
const broken = () => {
  throw new Error('a fault')
}
const base: Board = { mount: () => ({}), inPage: true }

/** A place that can only be emptied. */
function place() {
  return { replaceChildren: vi.fn() } as unknown as HTMLElement & { replaceChildren: ReturnType<typeof vi.fn> }
}

/** Counts the warnings while something is done. */
function warnings(work: () => void): number {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  work()
  const count = warned.mock.calls.length
  warned.mockRestore()
  return count
}

test('what a board does not say is not there', () => {
  expect(Object.keys(guarded(base, guard)).sort()).toEqual(['inPage', 'mount'])
})

test('a function that throws has no answer, and its author reads why', () => {
  const board = guarded(
    {
      ...base,
      prompt: broken,
      order: broken,
      surfaces: broken,
      spots: broken,
      scenes: { scene: broken },
      tour: [{ anchor: 'land', title: broken, text: () => 'Your land' }],
      keys: [{ caps: ['B'], text: broken }],
    },
    guard,
  )
  const told = warnings(() => {
    expect(board.prompt?.(position)).toBeUndefined()
    expect(board.order?.(position)).toEqual([])
    expect(board.surfaces?.(true)).toEqual([])
    expect(board.spots?.({})).toEqual([])
    const change = { before: {}, after: {}, entries: [], undone: [] }
    expect(board.scenes?.scene(change, { step: 1, move: 1, count: 1, hold: 1 })).toEqual({ steps: [], ms: 0 })
    expect(board.tour?.[0]?.title(position.words)).toBe('')
    expect(board.tour?.[0]?.text(position.words)).toBe('Your land')
    expect(board.keys?.[0]?.text(position.words)).toBe('')
  })
  expect(told).toBe(7)
})

test('what a board names has the words of the game', () => {
  const words = { text: (key: string) => `the words of ${key}` } as Position['words']
  const label = (given: Position['words']) => given.text('hand')
  const badge = (_game: unknown, _seat: number, given: Position['words']) => ({ count: 1, said: given.text('ducks') })
  const board = guarded(
    {
      ...base,
      surfaces: () => [{ key: 'hand', label, back: label, badge }],
      tour: [{ anchor: 'hand', title: label, text: label }],
    },
    guard,
  )
  const surface = board.surfaces?.(true)[0]
  expect([surface?.label(words), surface?.back?.(words)]).toEqual(['the words of hand', 'the words of hand'])
  expect(surface?.badge?.({}, 0, words).said).toBe('the words of ducks')
  expect([board.tour?.[0]?.title(words), board.tour?.[0]?.text(words)]).toEqual([
    'the words of hand',
    'the words of hand',
  ])
})

test('answers that are none are as good as silence', () => {
  const wrong = { ...base, surfaces: () => 3, order: () => 3, spots: () => undefined, tour: 3, spoken: () => ({}) }
  const told = warnings(() => {
    const board = guarded(wrong as unknown as Board, guard)
    expect(board.surfaces?.(true)).toEqual([])
    expect(board.order?.(position)).toEqual([])
    expect(board.spots?.({})).toEqual([])
    expect(board.tour).toBeUndefined()
    expect(board.spoken?.(position)).toEqual({ sections: [], choices: [], refused: [] })
  })
  expect(told).toBe(4)
})

test('what is well says what it says', () => {
  const board = guarded({ ...base, note: ({ people }, seat) => people.seat(seat + 1) }, guard)
  expect(board.note?.(position, 2)).toBe('3')
})

const seat = { game: {}, seat: 0, colour: 'stag', words: position.words, wide: false, news: () => false }

test('a part that can’t be drawn leaves its place empty', () => {
  const host = place()
  const told = warnings(() => {
    const drawn = guarded({ ...base, figures: broken }, guard).figures?.(host, quietTable, seat)
    drawn?.update?.(seat)
    drawn?.forget?.()
  })
  expect(told).toBe(1)
  expect(host.replaceChildren).toHaveBeenCalledOnce()
})

test('a part that fails later goes away, and is not asked again', () => {
  const [host, forget] = [place(), vi.fn()]
  const update = vi.fn(broken)
  const board = guarded({ ...base, smallMap: () => ({ update, forget }) }, guard)
  const drawn = board.smallMap?.(host, quietTable, seat)
  expect(
    warnings(() => {
      drawn?.update?.(seat)
      drawn?.update?.(seat)
    }),
  ).toBe(1)
  expect(update).toHaveBeenCalledOnce()
  expect(forget).toHaveBeenCalledOnce()
  expect(host.replaceChildren).toHaveBeenCalledOnce()
})

test('an illustration that fails has no words, and its drawing leaves its place empty', async () => {
  const illustration = { rules: ['A1'], width: 100, height: 50, caption: broken, draw: broken }
  const board = guarded({ ...base, illustrations: () => Promise.resolve([illustration]) }, guard)
  const [found] = (await board.illustrations?.()) ?? []
  const host = place()
  const told = warnings(() => {
    expect(found?.caption(position.words)).toBe('')
    found?.draw(host, quietTable, { words: position.words })
  })
  expect(told).toBe(2)
  expect(found).toMatchObject({ rules: ['A1'], width: 100, height: 50 })
  expect(host.replaceChildren).toHaveBeenCalledOnce()
})

test('a part that finds out by itself what is new is not updated', () => {
  const drawn = guarded({ ...base, figures: () => ({}) }, guard).figures?.(place(), quietTable, seat)
  expect(drawn?.update).toBeUndefined()
})

test('the board itself throws: another stands in for it', () => {
  const board = guarded({ ...base, mount: broken }, guard)
  expect(() => board.mount(place(), {} as Table, {} as never)).toThrow('a fault')
})
