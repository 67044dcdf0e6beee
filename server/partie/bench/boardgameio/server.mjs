// The peer that `partie bench --peers` measures next to Partie: matches of boardgame.io in memory, without rules.
//
//   node server.mjs FOLDER
//
// It prints its port as JSON once it listens.
//
// FOLDER is where npm has installed boardgame.io. The state is that of a board game for two: eighty tiles each, about
// nine kilobytes as JSON. A move changes four values of it, ends the turn, and goes to everybody as boardgame.io sends it
// unless it is told otherwise: the state as a whole.
import { createRequire } from 'node:module'
import { resolve } from 'node:path'

// Otherwise it would write to where the port is told.
process.env.NODE_ENV = 'production'
const { Server } = createRequire(`${resolve(process.argv[2])}/`)('boardgame.io/server')

const TILES = 80

const tile = (_, number) => ({
  number,
  kind: number % 12,
  owner: -1,
  column: number % 10,
  row: Math.floor(number / 10),
  used: false,
})
const player = () => ({ points: 0, goods: [5, 5, 5, 5, 5, 5], tiles: Array.from({ length: TILES }, tile) })

const table = {
  name: 'table',
  minPlayers: 2,
  maxPlayers: 2,
  turn: { minMoves: 1, maxMoves: 1 },
  setup: () => ({ round: 1, players: [player(), player()] }),
  moves: {
    move: ({ G }, number) => {
      const moving = G.players[number % 2]
      const moved = moving.tiles[(number * 37) % TILES]
      moved.owner = number % 2
      moved.used = !moved.used
      moving.points += 1
      moving.goods[number % 6] = (moving.goods[number % 6] + 1) % 100
    },
  },
}

const server = Server({ games: [table], origins: ['*'] })
// It has no setting for the address that it listens on.
const listen = server.app.listen.bind(server.app)
server.app.listen = (port, listening) => listen(port, '127.0.0.1', listening)
const { appServer } = await server.run({ port: 0 })
console.log(JSON.stringify({ port: appServer.address().port }))
