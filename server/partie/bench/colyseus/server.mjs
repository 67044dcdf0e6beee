// The peer that `partie bench --peers` measures next to Partie: rooms of Colyseus in memory, without rules.
//
//   node server.mjs FOLDER
//
// It prints its port as JSON once it listens.
//
// FOLDER is where npm has installed @colyseus/core, @colyseus/schema and @colyseus/ws-transport. A room has the state of
// a board game for two: eighty tiles each, about nine kilobytes as JSON. A move changes four values of it, and goes to
// everybody at once, which is quicker than the timer that Colyseus uses otherwise.
import http from 'node:http'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

const installed = createRequire(`${resolve(process.argv[2])}/`)
const { Room, Server } = installed('@colyseus/core')
const { ArraySchema, schema, t } = installed('@colyseus/schema')
const { WebSocketTransport } = installed('@colyseus/ws-transport')

const TILES = 80

const Tile = schema({
  number: t.uint8(),
  kind: t.uint8(),
  owner: t.int8(),
  column: t.uint8(),
  row: t.uint8(),
  used: t.boolean(),
})
const Player = schema({ points: t.uint32(), goods: t.array('uint8'), tiles: t.array(Tile) })
const Position = schema({ round: t.uint8(), players: t.array(Player) })

function tile(number) {
  const place = { column: number % 10, row: Math.floor(number / 10) }
  return Object.assign(new Tile(), { number, kind: number % 12, owner: -1, used: false, ...place })
}

function player() {
  const tiles = new ArraySchema(...Array.from({ length: TILES }, (_, number) => tile(number)))
  return Object.assign(new Player(), { points: 0, goods: new ArraySchema(5, 5, 5, 5, 5, 5), tiles })
}

class Table extends Room {
  maxClients = Infinity
  maxMessagesPerSecond = Infinity
  patchRate = null

  onCreate() {
    this.state = Object.assign(new Position(), { round: 1, players: new ArraySchema(player(), player()) })
    this.onMessage('move', (_, number) => {
      const moving = this.state.players[number % 2]
      const moved = moving.tiles[(number * 37) % TILES]
      moved.owner = number % 2
      moved.used = !moved.used
      moving.points += 1
      moving.goods[number % 6] = (moving.goods[number % 6] + 1) % 100
      this.broadcastPatch()
    })
  }
}

const listener = http.createServer()
const server = new Server({ transport: new WebSocketTransport({ server: listener }), greet: false })
server.define('table', Table)
await server.listen(0, '127.0.0.1')
console.log(JSON.stringify({ port: listener.address().port }))
