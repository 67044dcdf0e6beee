/** A game with one press: against bots at once, or a table with a link for friends. */

import { type GameInfo, api } from '../net/api'
import { apiTrouble } from '../net/trouble'
import { go } from '../browser/router.svelte'
import { randomHex } from '../browser/random'
import { recall, remember } from '../browser/remember'
import { type Performance, perform } from '../state/app.svelte'
import { wordsOf } from '../state/games.svelte'
import { named } from '../state/naming.svelte'
import { fields, seatCounts } from '../state/options'
import { tablePath } from '../state/routes'
import { LEVELS, type Level } from '../state/table/document'
import { toast } from '../state/toasts.svelte'
import type { Do } from '../wire/generated'

/** The bots at a table of your own. */
export interface Company {
  seats: number
  level: Level
}

/** What most games are at their best with. */
const USUAL = 3

/** The bots of your last game; at first, two careful bots if the game has room for them. */
export function usualCompany(game: GameInfo): Company {
  const counts = seatCounts(game)
  const least = counts.find((count) => count > 1) ?? counts[0] ?? 1
  const usual = { seats: counts.includes(USUAL) ? USUAL : least, level: 'careful' as const }
  try {
    const { seats, level } = JSON.parse(recall(`play.${game.key}`) ?? '{}') as Partial<Company>
    return {
      seats: counts.find((count) => count === seats) ?? usual.seats,
      level: LEVELS.find((each) => each === level) ?? usual.level,
    }
  } catch {
    return usual
  }
}

export function rememberCompany(game: GameInfo, company: Company): void {
  remember(`play.${game.key}`, JSON.stringify(company))
}

/** Set a table up, sit down with bots, and go there; the game has begun. */
export async function playNow(game: GameInfo, { seats, level }: Company): Promise<void> {
  const table = await create(game, seats)
  if (table === undefined) return
  const how = { ...about(game), table }
  const bots = Array.from({ length: seats - 1 }, (_, bot): Do => ({ type: 'seat_bot', seat: bot + 1, level }))
  const steps: Do[] = [{ type: 'sit', seat: 0 }, ...bots, { type: 'ready', ready: true, nonce: randomHex(16) }]
  // They are sent one behind the other, and the service takes them in this order.
  await Promise.all(steps.map((step) => perform(step, how)))
  go(tablePath(table))
}

/** Go to the lesson of a game: the one at a table that is named, else a new one. */
export async function learn(game: GameInfo, begun?: string): Promise<void> {
  if (begun !== undefined) {
    go(tablePath(begun))
    return
  }
  const answer = await perform({ type: 'learn', game: game.key }, about(game))
  if (answer === undefined) return
  const { table } = answer
  await perform({ type: 'ready', ready: true, nonce: randomHex(16) }, { ...about(game), table })
  go(tablePath(table))
}

/** Whether nobody has been at a table of the game in this browser. */
export function isNew(game: GameInfo): boolean {
  return recall(`tour.${game.key}`) === null
}

/** Set a table up that is in no list, sit down, and go to the link that brings friends there. */
export async function playWithFriends(game: GameInfo, { seats }: Company): Promise<void> {
  if (!(await named())) return
  const table = await create(game, seats)
  if (table === undefined) return
  await perform({ type: 'sit', seat: 0 }, { ...about(game), table })
  let path = tablePath(table)
  try {
    path = (await api.invite(table)).path
  } catch (error) {
    // The table itself has a button for it.
    toast(apiTrouble(error), 'refused')
  }
  go(path)
}

async function create(game: GameInfo, seats: number): Promise<string | undefined> {
  const options = Object.fromEntries(fields(game).map((field) => [field.name, field.initial]))
  const settings = { access: 'invited', watch: 'all', chat: 'private', rated: false } as const
  const answer = await perform({ type: 'create', game: game.key, seats, options, ...settings }, about(game))
  return answer?.table
}

function about(game: GameInfo): Performance {
  return { words: wordsOf(game.key), game: game.key }
}
