/** The games of the service and their words, loaded once for each language. */

import { type GameInfo, api } from './api'
import { type Language, language } from './i18n.svelte'
import { Words } from './words'

let games = $state.raw<readonly GameInfo[]>([])
let failed = $state(false)
let loaded = $state.raw<ReadonlyMap<string, Words>>(new Map())
const underway = new Map<string, Promise<void>>()

export function allGames(): readonly GameInfo[] {
  return games
}

export function gamesFailed(): boolean {
  return failed
}

export async function loadGames(): Promise<void> {
  try {
    games = await api.games()
    failed = false
  } catch {
    failed = true
  }
}

/** The words of a game in the present language; without any until they have come. */
export function wordsOf(game: string): Words {
  const now = language()
  return loaded.get(`${game}.${now}`) ?? new Words(now, {})
}

/** Fetch the words of a game unless they are here. Failing is no error: ids are shown, and it is tried again. */
export async function loadWords(game: string, wanted: Language): Promise<void> {
  const key = `${game}.${wanted}`
  if (loaded.has(key)) return
  const loading = underway.get(key) ?? fetchWords(game, wanted)
  underway.set(key, loading)
  await loading
  underway.delete(key)
}

async function fetchWords(game: string, wanted: Language): Promise<void> {
  try {
    const catalogue = await api.words(game, wanted)
    loaded = new Map(loaded).set(`${game}.${wanted}`, new Words(wanted, catalogue))
  } catch {
    // The next page that needs them asks again.
  }
}

/** The name of a game: by its words, or its key. */
export function gameTitle(game: string): string {
  return wordsOf(game).title ?? game
}
