/** The boards that packages brought along, loaded by their addresses. */

import { Guard, marksOfTab } from './guard'
import type { Board } from './contract'

/** Why the plain board stands in for a board. */
export type Trouble = 'hung' | 'late' | 'broken'

export interface Loaded {
  readonly guard: Guard
  /** The address of its style sheet, if it has one. */
  readonly style: string | undefined
  /** Undefined: it could not be had. */
  readonly board: Board | undefined
  readonly trouble: Trouble | undefined
}

/** Milliseconds after which a board that has not come is given up. */
export const PATIENCE = 15_000

const loaded = new Map<string, Loaded>()

/** The board of a game, once it was loaded. */
export function boardLoaded(game: string): Loaded | undefined {
  return loaded.get(game)
}

/** Load the board of a game from its address. Its faults are kept with it, and not thrown. */
export async function loadBoard(
  game: string,
  address: string,
  style: string | undefined,
  bring: (address: string) => Promise<unknown> = (from) => import(/* @vite-ignore */ from),
  guard = new Guard(address, marksOfTab()),
): Promise<Loaded> {
  const found = guard.hung ? { board: undefined, trouble: 'hung' as const } : await fetchBoard(address, bring)
  const now = { guard, style, ...found }
  loaded.set(game, now)
  return now
}

async function fetchBoard(
  address: string,
  bring: (address: string) => Promise<unknown>,
): Promise<Pick<Loaded, 'board' | 'trouble'>> {
  let patience: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((done) => {
    patience = setTimeout(() => done('late'), PATIENCE)
  })
  try {
    const module = await Promise.race([bring(address), late])
    if (module === 'late') return { board: undefined, trouble: 'late' }
    if (isBoard(module)) return { board: module, trouble: undefined }
    console.warn(`${address} exports no function mount`)
  } catch (fault) {
    console.warn(`${address} can't be loaded`, fault)
  } finally {
    clearTimeout(patience)
  }
  return { board: undefined, trouble: 'broken' }
}

function isBoard(module: unknown): module is Board {
  return typeof module === 'object' && module !== null && typeof (module as Partial<Board>).mount === 'function'
}
