/** The drawings next to a game's rules: its board brings them, whether or not a table is open. */

import type { Illustration } from '../../board/contract'
import { loadBoard } from '../../board/load'
import { worded } from '../../i18n/i18n.svelte'
import { gameInfo } from '../../state/games.svelte'

/** Milliseconds for which the text waits for the room that drawings need; after them it doesn't wait any longer. */
const PATIENCE = 400

/** Those of a game; none where its board has none or can't be had: rules are read without. */
export async function fetchIllustrations(game: string): Promise<readonly Illustration[]> {
  try {
    const info = await gameInfo(game)
    if (info?.board === undefined) return []
    const { board } = await loadBoard(info)
    return (await worded(Promise.resolve(board.illustrations?.()))) ?? []
  } catch (fault) {
    console.warn(`the drawings of ${game} can't be loaded`, fault)
    return []
  }
}

/** Done as soon as another one is, or when it is not worth waiting any longer. */
export function soon(other: Promise<unknown>, patience = PATIENCE): Promise<void> {
  return new Promise((done) => {
    const late = setTimeout(done, patience)
    void other.finally(() => {
      clearTimeout(late)
      done()
    })
  })
}

/** The drawings by the rules next to which they stand; a rule has one. */
export function byRule(illustrations: readonly Illustration[]): ReadonlyMap<string, Illustration> {
  return new Map(illustrations.flatMap((each) => each.rules.map((rule) => [rule, each] as const)))
}
