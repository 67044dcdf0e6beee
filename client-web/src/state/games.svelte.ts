/** The games of the service and their words, loaded once for each language. */

import { ApiError, type GameInfo, api } from '../net/api'
import { type Language, LANGUAGES, language } from '../i18n/i18n.svelte'
import { persist } from '../browser/persist'
import { Words } from '../i18n/words'

let games = $state.raw<readonly GameInfo[]>([])
let failed = $state(false)
let loaded = $state.raw<ReadonlyMap<string, Words>>(new Map())
/** What the service answers for a game that it does not have. */
const NOWHERE = 404

const underway = new Map<string, Promise<void>>()

export function allGames(): readonly GameInfo[] {
  return games
}

export function gamesFailed(): boolean {
  return failed
}

export async function loadGames(): Promise<void> {
  try {
    await fetchGames()
    failed = false
  } catch {
    failed = true
  }
}

let fetching: Promise<readonly GameInfo[]> | undefined

/** Fetch the games, once for all who ask meanwhile. */
async function fetchGames(): Promise<readonly GameInfo[]> {
  fetching ??= api.games().finally(() => (fetching = undefined))
  games = await fetching
  return games
}

/** What the service says of a game; undefined if it has no such game. Rejects while the service does not answer. */
export async function gameInfo(key: string): Promise<GameInfo | undefined> {
  const known = games.find((game) => game.key === key)
  return known ?? (await fetchGames()).find((game) => game.key === key)
}

/** The words of a game in the present language; in another one, or without any, until they have come. */
export function wordsOf(game: string): Words {
  const now = language()
  const known = [now, ...LANGUAGES].map((each) => loaded.get(`${game}.${each}`)).find((words) => words !== undefined)
  return known ?? new Words(now, {})
}

/** Fetch the words of a game unless they are here; done when they have come, or there are none. */
export async function loadWords(game: string, wanted: Language): Promise<void> {
  const key = `${game}.${wanted}`
  if (loaded.has(key)) return
  const loading = underway.get(key) ?? fetchWords(game, wanted)
  underway.set(key, loading)
  await loading
  underway.delete(key)
}

function fetchWords(game: string, wanted: Language): Promise<void> {
  const load = async (): Promise<void> => {
    try {
      const catalogue = await api.words(game, wanted)
      loaded = new Map(loaded).set(`${game}.${wanted}`, new Words(wanted, catalogue))
    } catch (trouble) {
      if (!(trouble instanceof ApiError) || trouble.status !== NOWHERE) throw trouble
    }
  }
  return new Promise((done) => persist(load, done))
}

/** The name of a game: by its words, or its key. */
export function gameTitle(game: string): string {
  return wordsOf(game).title ?? game
}
