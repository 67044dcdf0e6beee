/** What this page searches for, until there is a table: sent again whenever the connection is back. */

import { connection, perform } from '../../state/app.svelte'
import { gameTitle } from '../../state/games.svelte'
import { notice, permission } from '../../browser/notices'
import { commandId, randomHex } from '../../browser/random'
import { go } from '../../browser/router.svelte'
import { tablePath } from '../../state/routes'
import { setting } from '../../state/settings.svelte'
import { toast } from '../../state/toasts.svelte'
import type { Search as SearchMessage, Waiting } from '../../wire/generated'
import { refused, say } from './say'

export interface Search {
  games: string[]
  seats: number[]
  pace: NonNullable<SearchMessage['pace']>
}

const state = $state<{ search: (Search & { id: string }) | undefined; since: number; waiting: readonly Waiting[] }>({
  search: undefined,
  since: 0,
  waiting: [],
})

/** The search under way; undefined while there is none. */
export function currentSearch(): Search | undefined {
  return state.search
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

/** How many people wait for something that fits the search: the most for any part of it. */
export function waitingFor({ games, seats, pace }: Search): number {
  const fitting = state.waiting.filter(
    (one) => games.includes(one.game) && seats.includes(one.seats) && one.pace === pace,
  )
  return Math.max(0, ...fitting.map((one) => one.count))
}

let listening = false

/** Search for a table from now on. */
export function startMatchmaking(wanted: Search): void {
  state.search = { ...wanted, id: commandId() }
  state.since = 0
  if (!listening) {
    listening = true
    connection.listen((message) => {
      const { search } = state
      if (message.t === 'seeking') {
        state.waiting = message.waiting ?? []
        if (search !== undefined && message.id === search.id) state.since = message.since ?? 0
      } else if (search === undefined) return
      else if (message.t === 'welcome') send()
      else if (message.t === 'refused' && message.id === search.id) {
        state.search = undefined
        toast(refused(message.code), 'refused')
      } else if (message.t === 'found' && message.id === search.id) {
        state.search = undefined
        arrive(message.table, message.made === true, search.games)
      }
    })
  }
  send()
}

function send(): void {
  const { search } = state
  if (search !== undefined)
    connection.send({ t: 'seek', id: search.id, games: search.games, seats: search.seats, pace: search.pace })
}

export function stopMatchmaking(): void {
  const { search } = state
  state.search = undefined
  if (search !== undefined) connection.send({ t: 'seek', id: search.id })
}

function arrive(table: string, made: boolean, games: readonly string[]): void {
  toast(say('quick.found'))
  if (document.hidden && setting('notify') && permission() === 'granted') {
    const [game = ''] = games
    notice(say('quick.found'), games.length === 1 ? say('quick.found.text', { game: gameTitle(game) }) : '', table)
  }
  // All of them searched for just this: everyone who comes is ready.
  if (made) void perform({ type: 'ready', ready: true, nonce: randomHex(16) }, { table, refused: () => true })
  go(tablePath(table))
}

/** A table of your own with bots, for as long as nobody else is there. */
export async function playBots({ games, seats }: Search): Promise<void> {
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
