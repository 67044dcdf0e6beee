/**
 * The one connection to the service: a websocket that is made again whenever it is lost, and the commands that have no
 * answer yet. A command keeps its id for ever, so sending it twice does it once.
 */

import { decode, encode } from '../wire/codec'
import {
  type Accepted,
  type Command,
  type Do,
  type Inbound,
  type Outbound,
  type Refused,
  WIRE_VERSION,
} from '../wire/generated'
import { commandId } from '../browser/random'
import { learnTime } from './servertime'

/** Milliseconds of silence after which a visible page no longer trusts its connection; the service beats every 5 s. */
export const SILENCE = 10_000
/** Milliseconds: the first retry comes within the one, and no two are further apart than the other. */
export const FIRST_RETRY = 1_000
export const LAST_RETRY = 30_000
/** Failed tries in a row after which the service is said to be gone. */
const GONE_AFTER = 3
/** Milliseconds after which commands are sent again that a limit may have swallowed, or that could not be done yet. */
const RESEND_PAUSE = 1_000
/** Refusals that say that a node cannot reach the table now, and nothing about the table. */
const PASSING: ReadonlySet<string> = new Set(['unavailable', 'busy', 'too_fast', 'newer'])

export type Link =
  | { is: 'connecting' }
  | { is: 'catching-up' }
  | { is: 'connected' }
  /** Trying again at `retryAt` (milliseconds as by `Date.now`). */
  | { is: 'lost' | 'offline' | 'gone'; retryAt: number }
  /** The service speaks another version: only reloading the page helps. */
  | { is: 'old' }
  | { is: 'signed-out' }

export type Answer = Accepted | Refused

/** A command without an answer. `label` says in words what waits. */
export interface Pending {
  readonly id: string
  readonly do: Do
  readonly table: string | undefined
  readonly label: string
  /** `waiting`: never sent, so it can be discarded; `unsettled`: the service does not know its fate yet. */
  readonly state: 'waiting' | 'sent' | 'unsettled'
  /** It was sent before on a connection that was lost: that try may still be on its way to the table. */
  readonly repeated?: true
}

/** The part of `WebSocket` that is used. */
export interface Socket {
  binaryType: BinaryType
  readonly readyState: number
  onopen: ((event: Event) => void) | null
  onmessage: ((event: MessageEvent<ArrayBuffer>) => void) | null
  onclose: ((event: CloseEvent) => void) | null
  send(data: Uint8Array<ArrayBuffer>): void
  close(): void
}

/** What the connection needs of the browser. */
export interface Surroundings {
  open(): Socket
  random(): number
  visible(): boolean
  online(): boolean
  /** Whether the service still knows who this is; rejects when it cannot be reached. */
  signedIn(): Promise<boolean>
}

const OPEN = 1

/** The code with which the service closes a socket whose session has ended, or never was (`server/partie/app.py`). */
const NO_SESSION = 4401

export class Connection {
  link: Link = { is: 'connecting' }
  me: { person: string; name: string } | undefined
  pending: readonly Pending[] = []

  private socket: Socket | undefined
  private target: (() => Inbound) | undefined
  private readonly answers = new Map<string, (answer: Answer) => void>()
  private readonly listeners = new Set<(message: Outbound) => void>()
  private readonly watchers = new Set<() => void>()
  private heard = 0
  private tries = 0
  private failures = 0
  /** The service has been greeted, and hears what is shown: the answer to the greeting need not be awaited for that. */
  private greeted = false
  private welcomed = false
  /** Nothing is connected before somebody is known: what the browser says until then is no reason to. */
  private stopped = true
  private silence: ReturnType<typeof setTimeout> | undefined
  private retry: ReturnType<typeof setTimeout> | undefined
  private resend: ReturnType<typeof setTimeout> | undefined

  constructor(private readonly around: Surroundings) {}

  // --- for the rest of the client -----------------------------------------------------------------------------

  /** Hear every message of the service. Returns how to stop. */
  listen(listener: (message: Outbound) => void): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Be called when `link`, `me` or `pending` changed. Returns how to stop. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  start(): void {
    this.stopped = false
    this.connect()
  }

  stop(): void {
    this.stopped = true
    this.drop()
    clearTimeout(this.retry)
    clearTimeout(this.resend)
  }

  /**
   * Show something from now on and after every reconnect: `target` makes the message that requests it.
   * Returns how to show nothing any more, which does nothing once something else is shown.
   */
  show(target: () => Inbound): () => void {
    this.target = target
    if (this.welcomed) this.set({ is: 'catching-up' })
    if (this.greeted) this.transmit(target())
    return () => {
      if (this.target !== target) return
      this.target = undefined
      if (this.greeted) this.transmit({ t: 'exit' })
    }
  }

  /** Request what is shown once more. */
  refresh(): void {
    if (this.target !== undefined) this.show(this.target)
  }

  /** Reconnect, hoping for another node. */
  reconnect(): void {
    this.drop()
    this.retryLater()
  }

  /** Send a message that is no command; whether it was sent. It is lost with the connection, and not sent again. */
  send(message: Inbound): boolean {
    if (!this.welcomed) return false
    this.transmit(message)
    return true
  }

  /** Do something. Resolves when the service has accepted or refused it, however long the connection is away. */
  command(what: Do, table?: string, label = ''): Promise<Answer> {
    const id = commandId()
    this.pending = [...this.pending, { id, do: what, table, label, state: 'waiting' }]
    const answer = new Promise<Answer>((resolve) => this.answers.set(id, resolve))
    this.flush()
    this.notify()
    return answer
  }

  /** Forget a command that was never sent. Whatever was sent once may have been done already. */
  discard(id: string): void {
    const command = this.pending.find((other) => other.id === id)
    if (command?.state !== 'waiting') return
    this.settle({ t: 'refused', id, code: 'discarded' })
  }

  /** Forget all commands without an answer: somebody else uses this page from now on. */
  abandon(): void {
    for (const { id } of this.pending) this.settle({ t: 'refused', id, code: 'discarded' })
  }

  /** Check at once whether the connection still stands: the page was shown, or the network came back. */
  check(): void {
    if (this.stopped || this.link.is === 'old' || this.link.is === 'signed-out') return
    if (this.socket === undefined || Date.now() - this.heard > SILENCE) {
      this.drop()
      this.connect()
    } else {
      this.listenForSilence()
    }
  }

  /** The device says that it lost its network. */
  networkLost(): void {
    if (this.stopped || this.socket === undefined) return
    this.drop()
    this.retryLater()
  }

  /** Report whether the page is in sight: nobody is notified of a table that they see. */
  reportVisibility(): void {
    if (this.greeted) this.transmit({ t: 'look', looking: this.around.visible() })
  }

  // --- the connection -----------------------------------------------------------------------------------------

  private connect(): void {
    clearTimeout(this.retry)
    this.drop()
    const socket = this.around.open()
    this.socket = socket
    socket.binaryType = 'arraybuffer'
    this.heard = Date.now()
    if (this.link.is !== 'catching-up' && this.failures === 0) this.set({ is: 'connecting' })
    socket.onopen = () => this.greet()
    socket.onmessage = (event) => this.hear(event.data)
    socket.onclose = (event) => this.lost(event.code === NO_SESSION)
    this.listenForSilence()
  }

  private drop(): void {
    clearTimeout(this.silence)
    this.greeted = this.welcomed = false
    const socket = this.socket
    this.socket = undefined
    if (socket === undefined) return
    socket.onopen = socket.onmessage = socket.onclose = null
    socket.close()
  }

  /** `ended`: the session did, in whose place the page may have another by now. */
  private lost(ended = false): void {
    const opened = this.welcomed
    this.drop()
    this.retryLater()
    if (!opened || ended) void this.checkSession()
  }

  /** A refused handshake looks like a dead connection to a page; the session tells which it is. */
  private async checkSession(): Promise<void> {
    try {
      if (await this.around.signedIn()) return
    } catch {
      return
    }
    this.signedOut()
  }

  private signedOut(): void {
    clearTimeout(this.retry)
    this.drop()
    this.set({ is: 'signed-out' })
  }

  private retryLater(wait?: number): void {
    if (this.stopped) return
    const pause = wait ?? this.around.random() * Math.min(LAST_RETRY, FIRST_RETRY * 2 ** this.tries)
    this.tries += 1
    this.failures += 1
    const retryAt = Date.now() + pause
    clearTimeout(this.retry)
    this.retry = setTimeout(() => this.connect(), pause)
    if (!this.around.online()) this.set({ is: 'offline', retryAt })
    else this.set({ is: this.failures >= GONE_AFTER ? 'gone' : 'lost', retryAt })
  }

  private listenForSilence(): void {
    clearTimeout(this.silence)
    this.silence = setTimeout(
      () => {
        // A sleeping page hears nothing because it sleeps; it checks when it wakes.
        if (!this.around.visible()) return
        this.drop()
        this.retryLater()
      },
      Math.max(0, this.heard + SILENCE - Date.now()),
    )
  }

  private transmit(message: Inbound): void {
    if (this.socket?.readyState === OPEN) this.socket.send(encode(message))
  }

  // --- what the service says ----------------------------------------------------------------------------------

  private hear(frame: ArrayBuffer): void {
    this.heard = Date.now()
    this.listenForSilence()
    const message = decode(frame)
    switch (message.t) {
      case 'welcome':
        learnTime(message.now)
        this.welcome(message.person, message.name)
        break
      case 'beat':
        learnTime(message.now)
        this.tries = 0
        this.upToDate()
        return
      case 'refused':
        if (this.mayStillBeDone(message)) {
          this.resendLater()
          return
        }
        this.settle(message)
        break
      case 'accepted':
        this.settle(message)
        break
      case 'unsettled':
        this.mark(message.id, 'unsettled')
        return
      case 'moved':
        this.drop()
        this.failures = 0
        this.retryLater(message.retry_in)
        return
      case 'problem':
        this.problem(message.code)
        break
      default:
        this.upToDate()
    }
    for (const listener of this.listeners) listener(message)
  }

  /** Say hello, and at once what is shown: to await the welcome first would take a round trip more. */
  private greet(): void {
    this.transmit({ t: 'hello', wire: WIRE_VERSION })
    this.greeted = true
    if (!this.around.visible()) this.reportVisibility()
    if (this.target !== undefined) this.transmit(this.target())
  }

  private welcome(person: string, name: string): void {
    this.welcomed = true
    this.failures = 0
    this.me = { person, name }
    this.set({ is: this.target === undefined ? 'connected' : 'catching-up' })
    this.flush(true)
    this.notify()
  }

  private upToDate(): void {
    if (this.welcomed && this.link.is !== 'connected') this.set({ is: 'connected' })
  }

  private problem(code: string): void {
    if (code === 'wire') {
      this.drop()
      clearTimeout(this.retry)
      this.set({ is: 'old' })
    } else if (code === 'too_fast' || code === 'busy') {
      this.resendLater()
    }
  }

  /** Whether a refusal leaves open what becomes of a command: this node cannot do it, and another one may yet. */
  private mayStillBeDone({ id, code }: Refused): boolean {
    return PASSING.has(code) && this.pending.some((command) => command.id === id && command.repeated === true)
  }

  private resendLater(): void {
    clearTimeout(this.resend)
    this.resend = setTimeout(() => this.flush(true), RESEND_PAUSE)
  }

  // --- commands -----------------------------------------------------------------------------------------------

  /** Send what was never sent; `again`: also what was sent without an answer, under the same ids. */
  private flush(again = false): void {
    if (!this.welcomed) return
    for (const command of this.pending) {
      if (command.state !== 'waiting' && !again) continue
      const message: Command = { t: 'command', id: command.id, do: command.do }
      if (command.table !== undefined) message.table = command.table
      this.transmit(message)
    }
    this.pending = this.pending.map((command) => {
      if (command.state === 'waiting') return { ...command, state: 'sent' as const }
      return again ? { ...command, repeated: true as const } : command
    })
  }

  private mark(id: string, state: Pending['state']): void {
    this.pending = this.pending.map((command) => (command.id === id ? { ...command, state } : command))
    this.notify()
  }

  private settle(answer: Answer): void {
    const resolve = this.answers.get(answer.id)
    this.answers.delete(answer.id)
    this.pending = this.pending.filter((command) => command.id !== answer.id)
    this.notify()
    resolve?.(answer)
  }

  private set(link: Link): void {
    this.link = link
    this.notify()
  }

  private notify(): void {
    for (const watcher of this.watchers) watcher()
  }
}

/** The browser itself, and its events that make the connection check at once. */
export function browserSurroundings(signedIn: () => Promise<boolean>): Surroundings {
  return {
    open: () => new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/ws`),
    random: Math.random,
    visible: () => document.visibilityState === 'visible',
    online: () => navigator.onLine,
    signedIn,
  }
}

/** Whether a service at this host is on the same machine, and so within reach without any network. */
function onThisMachine(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || hostname.startsWith('127.')
}

export function followBrowser(connection: Connection): void {
  document.addEventListener('visibilitychange', () => {
    connection.reportVisibility()
    if (document.visibilityState === 'visible') connection.check()
  })
  addEventListener('pageshow', () => connection.check())
  addEventListener('online', () => connection.check())
  addEventListener('offline', () => {
    if (!onThisMachine(location.hostname)) connection.networkLost()
  })
}
