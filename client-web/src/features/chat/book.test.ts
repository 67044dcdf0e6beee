import { beforeEach, expect, test, vi } from 'vitest'
import type { Inbound, Outbound } from '../../wire/generated'
import { Book } from './book'

let sent: Inbound[]
let connected: boolean
let book: Book

const line = (number: number, text = `line ${number}`) => ({ number, at: 1, person: 'bob', text })
const chat = (lines: ReturnType<typeof line>[], more: Partial<Extract<Outbound, { t: 'chat' }>> = {}): Outbound => ({
  t: 'chat',
  table: 'table-1',
  room: 'players',
  lines,
  ...more,
})
const says = () => sent.filter((message) => message.t === 'say')

beforeEach(() => {
  vi.useFakeTimers()
  sent = []
  connected = true
  book = new Book('table-1', (message) => {
    if (connected) sent.push(message)
    return connected
  })
})

test('what is written while the connection is away is said once it is back, under one id', () => {
  connected = false
  book.say('players', { text: 'hello' })
  expect(book.state.unsaid).toHaveLength(1)
  connected = true
  book.hear({ t: 'welcome', wire: 1, person: 'ann', name: 'Ann', build: 'x' })
  book.hear({ t: 'welcome', wire: 1, person: 'ann', name: 'Ann', build: 'x' })
  const [first, again] = says()
  expect(again).toEqual(first)
  book.hear({ t: 'said', id: first?.id ?? '', table: 'table-1', room: 'players', number: 1 })
  expect(book.state.unsaid).toEqual([])
})

test('lines are said one after the other, in their order', () => {
  book.say('players', { text: 'one' })
  book.say('players', { phrase: 'hello' })
  expect(says()).toHaveLength(1)
  book.hear({ t: 'said', id: says()[0]?.id ?? '', table: 'table-1', room: 'players', number: 1 })
  expect(says()[1]).toMatchObject({ phrase: 'hello' })
})

test('what is refused stays with its reason, and holds nothing else up', () => {
  book.say('players', { text: 'one' })
  book.say('players', { text: 'two' })
  book.hear({ t: 'refused', id: says()[0]?.id ?? '', code: 'too_fast' })
  expect(book.state.unsaid[0]?.refused?.code).toBe('too_fast')
  expect(says()[1]).toMatchObject({ text: 'two' })
  book.discard(book.state.unsaid[0]?.id ?? '')
  expect(book.state.unsaid).toHaveLength(1)
})

test('what the service cannot take now is sent again by itself', () => {
  book.say('players', { text: 'one' })
  book.hear({ t: 'refused', id: says()[0]?.id ?? '', code: 'unavailable' })
  vi.advanceTimersByTime(2_000)
  expect(says()).toHaveLength(2)
  expect(says()[1]).toEqual(says()[0])
})

test('lines come in their order, a page above, and a removed one in its place', () => {
  book.hear(chat([line(7), line(8)], { whole: true, more: true }))
  book.older('players')
  expect(sent.at(-1)).toEqual({ t: 'chat', room: 'players', before: 7 })
  book.hear(chat([line(5), line(6)], { before: 7 }))
  book.hear(chat([line(9)]))
  expect(book.state.news.map(({ line }) => line.number)).toEqual([9])
  book.hear(chat([{ ...line(8, ''), gone: 'moderator' } as never]))
  expect(book.state.lines.players.map(({ number, gone }) => [number, gone ?? ''])).toEqual([
    [5, ''],
    [6, ''],
    [7, ''],
    [8, 'moderator'],
    [9, ''],
  ])
  expect(book.state.news).toEqual([])
  expect(book.state.more.players).toBe(false)
})

test('the lines of a room that one may read no longer are forgotten', () => {
  book.hear({ t: 'rooms', table: 'table-1', read: ['players'], write: ['players'] })
  book.hear(chat([line(1)], { whole: true }))
  book.hear({ t: 'rooms', table: 'table-1', read: ['spectators'], write: ['spectators'] })
  expect(book.state.lines.players).toEqual([])
})

test('what is said at another table is passed over', () => {
  book.hear({ ...chat([line(1)]), table: 'table-2' } as Outbound)
  expect(book.state.lines.players).toEqual([])
})

test('a report that is refused says why, until the line is reported once more', () => {
  const reports = () => sent.filter((message) => message.t === 'report')
  const why = () => book.state.unreported.get('players 3')?.code
  book.report('players', 3)
  book.hear({ t: 'refused', id: reports()[0]?.id ?? '', code: 'too_fast' })
  expect(why()).toBe('too_fast')
  book.report('players', 3)
  expect(why()).toBeUndefined()
  book.hear({ t: 'problem', id: reports()[1]?.id ?? '', code: 'too_fast', detail: '' })
  expect(why()).toBe('too_fast')
  connected = false
  book.report('players', 3)
  expect(why()).toBe('unavailable')
  connected = true
  book.report('players', 3)
  book.hear({ t: 'said', id: reports()[2]?.id ?? '', table: 'table-1', room: 'players', number: 3 })
  expect([why(), [...book.state.reported]]).toEqual([undefined, ['players 3']])
})

test('why somebody cannot be blocked is told until one asks again', () => {
  book.block('bob', true)
  const [asked] = sent.filter((message) => message.t === 'block')
  book.hear({ t: 'refused', id: asked?.id ?? '', code: 'too_many_blocked', params: { most: 500 } })
  expect(book.state.notBlocked).toEqual({ code: 'too_many_blocked', params: { most: 500 } })
  book.block('cat', false)
  expect(book.state.notBlocked).toBeUndefined()
})

test('a report that no answer came to is made again once the connection is back', () => {
  book.report('players', 3)
  const welcome: Outbound = { t: 'welcome', wire: 1, person: 'ann', name: 'Ann', build: 'x' }
  book.hear(welcome)
  const [first, again] = sent.filter((message) => message.t === 'report')
  expect(again).toEqual(first)
  book.hear({ t: 'said', id: first?.id ?? '', table: 'table-1', room: 'players', number: 3 })
  book.hear(welcome)
  expect(sent.filter((message) => message.t === 'report')).toHaveLength(2)
})
