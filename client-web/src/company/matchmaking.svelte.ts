/** What this page looks for, until there is a table: sent again whenever the connection is back. */

import { connection, perform } from '../lib/app.svelte'
import { gameTitle } from '../lib/games.svelte'
import { notice, permission } from '../lib/notices'
import { commandId, randomHex } from '../lib/random'
import { go } from '../lib/router.svelte'
import { tablePath } from '../lib/routes'
import { setting } from '../lib/settings.svelte'
import { toast } from '../lib/toasts.svelte'
import type { Search, Waiting } from '../wire/generated'
import { strip } from './late.svelte'
import { refused, say } from './say'

export interface Wish {
  games: string[]
  seats: number[]
  pace: NonNullable<Search['pace']>
}

const state = $state<{ wish: (Wish & { id: string }) | undefined; since: number; waiting: readonly Waiting[] }>({
  wish: undefined,
  since: 0,
  waiting: [],
})

/** What is looked for; undefined while nothing is. */
export function wish(): Wish | undefined {
  return state.wish
}

/** Since when, in the service's milliseconds; 0 while that is not known. */
export function since(): number {
  return state.since
}

export function learnWaiting(waiting: readonly Waiting[]): void {
  state.waiting = waiting
}

/** How many wait, for each game and number of seats. */
export function waiting(): readonly Waiting[] {
  return state.waiting
}

/** How many wait for what would do for the wish: the most for any of it. */
export function company({ games, seats, pace }: Wish): number {
  const fitting = state.waiting.filter(
    (one) => games.includes(one.game) && seats.includes(one.seats) && one.pace === pace,
  )
  return Math.max(0, ...fitting.map((one) => one.count))
}

let listening = false

/** Look for a table from now on. */
export function startMatchmaking(wanted: Wish): void {
  state.wish = { ...wanted, id: commandId() }
  state.since = 0
  void strip.fetch()
  if (!listening) {
    listening = true
    connection.listen((message) => {
      const { wish } = state
      if (message.t === 'seeking') {
        state.waiting = message.waiting ?? []
        if (wish !== undefined && message.id === wish.id) state.since = message.since ?? 0
      } else if (wish === undefined) return
      else if (message.t === 'welcome') send()
      else if (message.t === 'refused' && message.id === wish.id) {
        state.wish = undefined
        toast(refused(message.code), 'refused')
      } else if (message.t === 'found' && message.id === wish.id) {
        state.wish = undefined
        arrive(message.table, message.made === true, wish.games)
      }
    })
  }
  send()
}

function send(): void {
  const { wish } = state
  if (wish !== undefined)
    connection.ask({ t: 'seek', id: wish.id, games: wish.games, seats: wish.seats, pace: wish.pace })
}

export function stopMatchmaking(): void {
  const { wish } = state
  state.wish = undefined
  if (wish !== undefined) connection.ask({ t: 'seek', id: wish.id })
}

function arrive(table: string, made: boolean, games: readonly string[]): void {
  toast(say('quick.found'))
  if (document.hidden && setting('notify') && permission() === 'granted') {
    const [game = ''] = games
    notice(say('quick.found'), games.length === 1 ? say('quick.found.text', { game: gameTitle(game) }) : '', table)
  }
  // All of them asked for just this: who comes is ready.
  if (made) void perform({ type: 'ready', ready: true, nonce: randomHex(16) }, { table, refused: () => true })
  go(tablePath(table))
}

/** A table of one's own with bots, for as long as nobody else is there. */
export async function playBots({ games, seats }: Wish): Promise<void> {
  const [game] = games
  const count = seats[0] ?? 2
  if (game === undefined) return
  const answer = await perform({ type: 'create', game, seats: count, access: 'invited', options: {} })
  if (answer === undefined) return
  const how = { table: answer.table }
  await perform({ type: 'sit', seat: 0 }, how)
  for (let seat = 1; seat < count; seat += 1) await perform({ type: 'seat_bot', seat, level: 'careful' }, how)
  await perform({ type: 'ready', ready: true, nonce: randomHex(16) }, how)
  go(tablePath(answer.table))
}
