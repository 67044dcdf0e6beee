import { encode as pack, decode as unpack } from '@msgpack/msgpack'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Inbound, Outbound } from '../wire/generated'
import { Connection, SILENCE, type Socket, type Surroundings } from './connection'

class FakeSocket implements Socket {
  binaryType: BinaryType = 'blob'
  readyState = 0
  onopen: Socket['onopen'] = null
  onmessage: Socket['onmessage'] = null
  onclose: Socket['onclose'] = null
  sent: Inbound[] = []

  send(data: Uint8Array): void {
    this.sent.push(unpack(data) as Inbound)
  }

  close(): void {
    this.readyState = 3
  }

  open(): void {
    this.readyState = 1
    this.onopen?.({} as Event)
  }

  say(message: Outbound): void {
    const bytes = pack(message)
    this.onmessage?.({ data: bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) } as MessageEvent)
  }

  die(code = 1006): void {
    this.readyState = 3
    this.onclose?.({ code } as CloseEvent)
  }

  get commands(): string[] {
    return this.sent.flatMap((message) => (message.t === 'command' ? [message.id] : []))
  }
}

let sockets: FakeSocket[]
let around: Surroundings & { isVisible: boolean; isOnline: boolean; known: boolean }
let connection: Connection

const last = (): FakeSocket => sockets.at(-1) as FakeSocket
const welcome: Outbound = { t: 'welcome', wire: 1, person: 'p1', name: 'Ann', build: 'x' }

function connect(): FakeSocket {
  last().open()
  last().say(welcome)
  return last()
}

beforeEach(() => {
  vi.useFakeTimers()
  sockets = []
  around = {
    isVisible: true,
    isOnline: true,
    known: true,
    open: () => {
      sockets.push(new FakeSocket())
      return last()
    },
    random: () => 0.5,
    visible: () => around.isVisible,
    online: () => around.isOnline,
    signedIn: () => Promise.resolve(around.known),
  }
  connection = new Connection(around)
  connection.start()
})

afterEach(() => {
  connection.stop()
  vi.useRealTimers()
})

test('a connection greets first, and is connected when welcomed', () => {
  expect(connection.link.is).toBe('connecting')
  connect()
  expect(last().sent).toEqual([{ t: 'hello', wire: 2 }])
  expect(connection.link.is).toBe('connected')
  expect(connection.me).toEqual({ person: 'p1', name: 'Ann' })
})

test('what is shown is asked for with every greeting, and is caught up with when something of it came', () => {
  connection.show(() => ({ t: 'lobby' }))
  connect()
  expect(last().sent.at(-1)).toEqual({ t: 'lobby' })
  expect(connection.link.is).toBe('catching-up')
  last().say({ t: 'lobby', whole: true })
  expect(connection.link.is).toBe('connected')
  last().die()
  vi.advanceTimersByTime(1000)
  connect()
  expect(last().sent.at(-1)).toEqual({ t: 'lobby' })
})

test('what is shown is asked for without waiting for the welcome, and once', () => {
  connection.show(() => ({ t: 'lobby' }))
  last().open()
  expect(last().sent).toEqual([{ t: 'hello', wire: 2 }, { t: 'lobby' }])
  connection.show(() => ({ t: 'enter', table: 'tabl' }))
  last().say(welcome)
  expect(last().sent.slice(2)).toEqual([{ t: 'enter', table: 'tabl' }])
  expect(connection.link.is).toBe('catching-up')
})

test('a page out of sight says so before it says what it shows', () => {
  connection.show(() => ({ t: 'lobby' }))
  around.isVisible = false
  last().open()
  expect(last().sent.map((message) => message.t)).toEqual(['hello', 'look', 'lobby'])
})

test('leaving what is shown does not take away what came after it', () => {
  connect()
  const leaveLobby = connection.show(() => ({ t: 'lobby' }))
  const leaveTable = connection.show(() => ({ t: 'enter', table: 'tabl' }))
  leaveLobby()
  expect(last().sent.at(-1)).toEqual({ t: 'enter', table: 'tabl' })
  leaveTable()
  expect(last().sent.at(-1)).toEqual({ t: 'exit' })
})

test('the first retry comes within a second, later ones double up to thirty', () => {
  connect()
  const pauses: number[] = []
  for (let turn = 0; turn < 8; turn++) {
    const known = sockets.length
    last().die()
    let waited = 0
    while (sockets.length === known) {
      vi.advanceTimersByTime(250)
      waited += 250
    }
    pauses.push(waited)
  }
  expect(pauses).toEqual([500, 1000, 2000, 4000, 8000, 15000, 15000, 15000])
})

test('a connection that holds for a beat starts the doubling anew', () => {
  connect()
  for (const pause of [500, 1000, 2000, 4000]) {
    last().die()
    vi.advanceTimersByTime(pause)
  }
  connect()
  last().say({ t: 'beat' })
  const known = sockets.length
  last().die()
  vi.advanceTimersByTime(500)
  expect(sockets.length).toBe(known + 1)
})

test('a lost connection is told with the moment of the next try; after three failures the service is gone', () => {
  connect()
  last().die()
  expect(connection.link).toEqual({ is: 'lost', retryAt: Date.now() + 500 })
  vi.advanceTimersByTime(500)
  last().die()
  vi.advanceTimersByTime(1000)
  last().die()
  expect(connection.link.is).toBe('gone')
})

test('a device without a network is offline and still tries', () => {
  connect()
  around.isOnline = false
  connection.networkLost()
  expect(connection.link.is).toBe('offline')
  vi.advanceTimersByTime(500)
  expect(sockets.length).toBe(2)
})

test('a visible page that hears nothing for ten seconds connects again', () => {
  connect()
  vi.advanceTimersByTime(SILENCE - 1)
  last().say({ t: 'beat' })
  vi.advanceTimersByTime(SILENCE - 1)
  expect(sockets.length).toBe(1)
  vi.advanceTimersByTime(501)
  expect(sockets.length).toBe(2)
})

test('a handshake that hangs is given up like any other silence', () => {
  vi.advanceTimersByTime(SILENCE + 500)
  expect(sockets.length).toBe(2)
})

test('a hidden page lets the silence be and looks when it is shown', () => {
  connect()
  around.isVisible = false
  vi.advanceTimersByTime(60_000)
  expect(sockets.length).toBe(1)
  around.isVisible = true
  connection.check()
  expect(sockets.length).toBe(2)
})

test('a check does not wait for the retry, and leaves a connection alone that was heard', () => {
  connect()
  connection.check()
  expect(sockets.length).toBe(1)
  last().die()
  connection.check()
  expect(sockets.length).toBe(2)
})

test('a node that goes away says when to come again', () => {
  connect()
  last().say({ t: 'moved', retry_in: 1700 })
  vi.advanceTimersByTime(1699)
  expect(sockets.length).toBe(1)
  vi.advanceTimersByTime(1)
  expect(sockets.length).toBe(2)
})

test('a command resolves with its answer and waits no longer', async () => {
  connect()
  const answer = connection.command({ type: 'leave' }, 'tabl')
  expect(connection.pending.map((command) => command.state)).toEqual(['sent'])
  last().say({ t: 'accepted', id: last().commands[0] as string, table: 'tabl', seq: 7 })
  expect((await answer).t).toBe('accepted')
  expect(connection.pending).toEqual([])
})

test('a command without an answer is sent again under the same id after what is shown was asked for', async () => {
  connection.show(() => ({ t: 'enter', table: 'tabl' }))
  connect()
  const answer = connection.command({ type: 'leave' }, 'tabl')
  const id = last().commands[0] as string
  last().say({ t: 'unsettled', id })
  expect(connection.pending.map((command) => command.state)).toEqual(['unsettled'])
  last().die()
  vi.advanceTimersByTime(500)
  connect()
  expect(last().sent.map((message) => message.t)).toEqual(['hello', 'enter', 'command'])
  expect(last().commands).toEqual([id])
  last().say({ t: 'refused', id, code: 'stale' })
  expect(await answer).toMatchObject({ t: 'refused', code: 'stale' })
})

test('a command given while the connection is away waits, and can be discarded', async () => {
  connect()
  last().die()
  const answer = connection.command({ type: 'leave' }, 'tabl', 'Leave the seat')
  expect(connection.pending).toMatchObject([{ state: 'waiting', label: 'Leave the seat' }])
  connection.discard((connection.pending[0] as { id: string }).id)
  expect(await answer).toMatchObject({ t: 'refused', code: 'discarded' })
  vi.advanceTimersByTime(500)
  expect(connect().commands).toEqual([])
})

test('what waits for an answer is forgotten when somebody else comes', async () => {
  connect()
  const answer = connection.command({ type: 'leave' }, 'tabl')
  connection.abandon()
  expect(await answer).toMatchObject({ t: 'refused', code: 'discarded' })
  expect(connection.pending).toEqual([])
})

test('a command that was sent once cannot be discarded, for it may have been done', () => {
  connect()
  void connection.command({ type: 'leave' }, 'tabl')
  connection.discard((connection.pending[0] as { id: string }).id)
  expect(connection.pending.length).toBe(1)
})

test('commands that a limit swallowed are sent again', () => {
  connect()
  void connection.command({ type: 'leave' }, 'tabl')
  const id = last().commands[0]
  last().say({ t: 'problem', code: 'too_fast' })
  vi.advanceTimersByTime(1000)
  expect(last().commands).toEqual([id, id])
})

test('a repeat that a node cannot do now is sent until its fate is known, for the first try may still be done', async () => {
  connect()
  const answer = connection.command({ type: 'leave' }, 'tabl')
  const id = last().commands[0] as string
  last().die()
  vi.advanceTimersByTime(500)
  connect()
  last().say({ t: 'refused', id, code: 'unavailable' })
  expect(connection.pending).toMatchObject([{ id, state: 'sent' }])
  vi.advanceTimersByTime(1000)
  expect(last().commands).toEqual([id, id])
  last().say({ t: 'accepted', id, table: 'tabl', seq: 7 })
  expect(await answer).toMatchObject({ t: 'accepted', seq: 7 })
})

test('a command that a node cannot do is refused at once where it was sent for the first time', async () => {
  connect()
  const answer = connection.command({ type: 'leave' }, 'tabl')
  last().say({ t: 'refused', id: last().commands[0] as string, code: 'unavailable' })
  expect(await answer).toMatchObject({ t: 'refused', code: 'unavailable' })
})

test('a service of another version is not asked again', () => {
  last().open()
  last().say({ t: 'problem', code: 'wire', detail: 'reload' })
  vi.advanceTimersByTime(120_000)
  expect(connection.link.is).toBe('old')
  expect(sockets.length).toBe(1)
})

test('a refused handshake without a session ends the tries', async () => {
  around.known = false
  last().die()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection.link.is).toBe('signed-out')
  expect(sockets.length).toBe(1)
})

test('a session that ends takes the connection with it', async () => {
  connect()
  around.known = false
  last().die(4401)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(connection.link.is).toBe('signed-out')
  expect(sockets.length).toBe(1)
})

test('a page that has another session by then goes on with it', async () => {
  connect()
  last().die(4401)
  await vi.advanceTimersByTimeAsync(500)
  expect(connection.link.is).not.toBe('signed-out')
  expect(sockets.length).toBe(2)
})

test('a refused handshake with a session, or a service that cannot be asked, is tried again', async () => {
  around.signedIn = () => Promise.reject(new Error('no network'))
  last().die()
  await vi.advanceTimersByTimeAsync(500)
  expect(sockets.length).toBe(2)
})

test('what the service says reaches listeners until they stop listening', () => {
  const heard: string[] = []
  const stop = connection.listen((message) => heard.push(message.t))
  connect()
  last().say({ t: 'people', names: {} })
  stop()
  last().say({ t: 'people', names: {} })
  expect(heard).toEqual(['welcome', 'people'])
})
