// A stranger's client: it plays a toy game with two seats to its end, from the documents of a service alone.
// `wire.ts` and `toy.ts` are printed by `partie asyncapi --typescript` and `partie types toy`.

import { crc32 } from 'node:zlib'
import type { Move, Options, View } from './toy.ts'
import type { Do, Inbound, Outbound, TableView, Turn } from './wire.ts'

// The address of the service, and a library for MessagePack.
const [base, library] = process.argv.slice(2)
const { encode, decode } = (await import(library)) as {
  encode: (value: unknown, options?: { sortKeys: boolean }) => Uint8Array<ArrayBuffer>
  decode: (data: Uint8Array) => unknown
}

interface Protocol {
  channels: {
    socket: {
      address: string
      'x-close-codes': Record<string, string>
      'x-view-crc': { example: { view: unknown; canonical: string; crc: number } }
    }
  }
  components: { securitySchemes: { session: { name: string } } }
  info: { 'x-wire-version': number }
}

interface Games {
  key: string
  seats: [number, number]
  schema: string
}

type Json = { [key: string]: Json } | Json[] | string | number | boolean | null

const get = async (path: string): Promise<unknown> => await (await fetch(base + path)).json()
const protocol = (await get('/api/asyncapi.json')) as Protocol
const socket = protocol.channels.socket
const game = ((await get('/api/games')) as Games[]).find(({ key }) => key === 'toy')
if (game === undefined) throw new Error('the service has no toy game')
const schema = (await get(game.schema)) as { $defs: Record<string, { properties: Record<string, Json> }> }

const canonical = (view: unknown): Uint8Array => encode(view, { sortKeys: true })
const example = socket['x-view-crc'].example
if (crc32(canonical(example.view)) !== example.crc) throw new Error('the canonical form is another one')

/** Apply a merge patch (RFC 7396). */
function merge(view: Json, patch: Json): Json {
  if (patch === null || typeof patch !== 'object' || Array.isArray(patch)) return patch
  const merged = view !== null && typeof view === 'object' && !Array.isArray(view) ? { ...view } : {}
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete merged[key]
    else merged[key] = merge(merged[key] ?? null, value)
  }
  return merged
}

class Player {
  view: Json = null
  turn: Turn | undefined
  checked = 0
  readonly #socket: WebSocket
  readonly #waiting: { until: (message: Outbound) => boolean; resolve: (message: Outbound) => void }[] = []
  readonly #failed: (error: Error) => void

  constructor(cookie: string, failed: (error: Error) => void) {
    this.#failed = failed
    // Node's own WebSocket can send headers, as a browser does by itself.
    const options = { headers: { Cookie: cookie, Origin: base } } as unknown as string[]
    this.#socket = new WebSocket(base.replace('http', 'ws') + socket.address, options)
    this.#socket.binaryType = 'arraybuffer'
    this.#socket.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
      this.#heard(decode(new Uint8Array(data)) as Outbound)
    }
    this.#socket.onclose = ({ code }) => {
      if (code !== 1000) failed(new Error(socket['x-close-codes'][code] ?? `closed with ${String(code)}`))
    }
  }

  static async join(name: string, failed: (error: Error) => void): Promise<Player> {
    const headers = { 'Content-Type': 'application/json', Origin: base }
    const answer = await fetch(`${base}/api/session`, { method: 'POST', headers, body: JSON.stringify({ name }) })
    const session = answer.headers.getSetCookie().map((cookie) => cookie.split(';')[0])
    const cookie = session.find((one) => one.startsWith(`${protocol.components.securitySchemes.session.name}=`))
    if (cookie === undefined) throw new Error(`no session: ${String(answer.status)}`)
    const player = new Player(cookie, failed)
    await new Promise<void>((resolve) => (player.#socket.onopen = () => resolve()))
    const welcome = player.next(({ t }) => t === 'welcome')
    player.#send({ t: 'hello', wire: protocol.info['x-wire-version'] })
    await welcome
    return player
  }

  get table(): TableView {
    return this.view as unknown as TableView
  }

  close(): void {
    this.#socket.close(1000)
  }

  async next(until: (message: Outbound) => boolean): Promise<Outbound> {
    return await new Promise((resolve) => this.#waiting.push({ until, resolve }))
  }

  async enter(table: string): Promise<void> {
    const shown = this.next(({ t }) => t === 'update')
    this.#send({ t: 'enter', table })
    await shown
  }

  async do(command: Do, table?: string): Promise<string> {
    const id = crypto.randomUUID()
    const answered = this.next((message) => 'id' in message && message.id === id)
    this.#send({ t: 'command', id, do: command, ...(table === undefined ? {} : { table }) })
    const answer = await answered
    if (answer.t !== 'accepted') throw new Error(JSON.stringify(answer))
    return answer.table
  }

  #send(message: Inbound): void {
    this.#socket.send(encode(message))
  }

  #heard(message: Outbound): void {
    if (message.t === 'update') this.#update(message)
    if (message.t === 'turn') this.turn = message
    for (const one of this.#waiting.splice(0)) {
      if (one.until(message)) one.resolve(message)
      else this.#waiting.push(one)
    }
  }

  #update(update: Outbound & { t: 'update' }): void {
    if (update.view !== undefined) this.view = update.view as Json
    else this.view = merge(this.view, (update.patch ?? {}) as Json)
    if (update.crc === undefined) return
    if (crc32(canonical(this.view)) !== update.crc) this.#failed(new Error(`another view at ${String(update.seq)}`))
    this.checked += 1
  }
}

/** What a move is worth, as far as a stranger can tell from the types. */
function worth(move: Move, view: View, seat: number): number {
  const own = view.players[seat]
  switch (move.type) {
    case 'bid':
      return Object.keys(own.hand ?? {}).indexOf(move.card)
    case 'gather':
      return 9
    case 'step':
      return view.fields[move.to as keyof View['fields']]?.flag === true ? 8 : 3
    case 'draw':
      return 7
    case 'peek':
      return -1
    case 'done':
      return view.turn?.energy === 0 ? 10 : -2
  }
}

async function play(failed: (error: Error) => void): Promise<void> {
  const players = [await Player.join('Ann', failed), await Player.join('Bob', failed)]
  const options: Options = { rounds: 4 }
  const table = await players[0].do({ type: 'create', game: 'toy', seats: 2, options: { ...options } })
  for (const [seat, player] of players.entries()) {
    await player.enter(table)
    await player.do({ type: 'sit', seat }, table)
  }
  for (const player of players) {
    const nonce = crypto.randomUUID().replaceAll('-', '')
    await player.do({ type: 'ready', ready: true, nonce }, table)
  }
  let moves = 0
  while (players.some((player) => player.table.table.phase !== 'ended')) {
    let acted = false
    for (const [seat, player] of players.entries()) {
      const turn = player.turn
      if (turn === undefined || turn.must !== true || player.table.table.phase === 'ended') continue
      const view = player.table.game as unknown as View
      const legal = (turn.legal ?? []) as unknown as Move[]
      for (const { type } of legal) {
        const name = type[0].toUpperCase() + type.slice(1)
        if (schema.$defs[name] === undefined) throw new Error(`the schema has no move ${type}`)
      }
      const best = legal.reduce((one, other) => (worth(other, view, seat) > worth(one, view, seat) ? other : one))
      player.turn = undefined
      await player.do({ type: 'move', ask: turn.ask, move: { ...best } }, table)
      moves += 1
      acted = true
    }
    if (!acted) await Promise.race(players.map((player) => player.next(() => true)))
  }
  const { result } = players[0].table
  console.log(JSON.stringify({ table, moves, checked: players.map(({ checked }) => checked), result }))
  for (const player of players) player.close()
}

await new Promise<void>((resolve, reject) => {
  play(reject).then(resolve, reject)
})
