/** Loads the boards of games by their addresses; the plain board stands in for one that can't be had. */

import type { Component, ComponentProps } from 'svelte'
import { whole } from '../browser/whole'
import type { Board } from './contract'
import { Guard, marksOfTab } from './guard'
import type WithMoves from './generic/WithMoves.svelte'
import { guarded } from './guarded'

/** Where a board is, as the service tells. */
export interface BoardAddress {
  /** Its module; undefined: the game has no board of its own. */
  board?: string
  /** The style sheet of what it draws. */
  style?: string
  /** Further scripts and style sheets that it can't be without. */
  requires?: readonly string[]
}

/** Why the plain board stands in for a board. */
export type Trouble = 'hung' | 'late' | 'broken'

export interface Loaded {
  /** The board, or the plain one. Its `mount` alone throws. */
  readonly board: Board
  /** That of the game's own board, if it has one. */
  readonly guard: Guard | undefined
  readonly trouble: Trouble | undefined
  /** The list of moves, for a board that needs it. */
  readonly WithMoves: Component<ComponentProps<typeof WithMoves>> | undefined
}

/** Milliseconds after which a board that has not come is given up. */
export const PATIENCE = 15_000

/** How files come to the page. */
export interface Ways {
  bring: (address: string) => Promise<unknown>
  /** Whether the service answers for a file, be it that it has none. */
  answers: (address: string) => Promise<boolean>
  marks: ConstructorParameters<typeof Guard>[1]
}

const WAYS: Ways = {
  bring: (address) => import(/* @vite-ignore */ address),
  answers: (address) =>
    fetch(address).then(
      () => true,
      () => false,
    ),
  marks: marksOfTab(),
}

/** Load a board. Its faults are kept with it, and not thrown; rejects while the service can't be reached. */
export async function loadBoard(address: BoardAddress, ways: Ways = WAYS): Promise<Loaded> {
  const { board, style, requires = [] } = address
  if (board === undefined) return plainBoard()
  const guard = new Guard(board, ways.marks)
  if (guard.hung) return plainBoard('hung', guard)
  // They come side by side, not one after the other as each is found in the last.
  requires.forEach(ask)
  const found = await withPatience(bring(board, requires, ways))
  if (found === 'late' || found === undefined) return plainBoard(found ?? 'broken', guard)
  if (found.inPage === true && style !== undefined) ask(style)
  const list = found.complete === true ? undefined : import('./generic/WithMoves.svelte')
  const WithMoves = (await whole(Promise.resolve(list)))?.default
  return { board: guarded(found, guard, style), guard, trouble: undefined, WithMoves }
}

/** The board of games that have none, and the one that stands in for another. */
export async function plainBoard(trouble?: Trouble, guard?: Guard): Promise<Loaded> {
  const [{ generic }, { default: WithMoves }] = await whole(
    Promise.all([import('./generic/generic'), import('./generic/WithMoves.svelte')]),
  )
  return { board: generic, guard, trouble, WithMoves }
}

async function bring(address: string, requires: readonly string[], ways: Ways): Promise<Board | undefined> {
  try {
    const module = await ways.bring(address)
    if (isBoard(module)) return module
    console.warn(`${address} exports no function mount`)
  } catch (fault) {
    const answered = await Promise.all([address, ...requires].map(ways.answers))
    if (answered.includes(false)) throw fault
    console.warn(`${address} can't be loaded`, fault)
  }
  return undefined
}

function isBoard(module: unknown): module is Board {
  return typeof module === 'object' && module !== null && typeof (module as Partial<Board>).mount === 'function'
}

async function withPatience<T>(work: Promise<T>): Promise<T | 'late'> {
  let patience: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<'late'>((done) => {
    patience = setTimeout(() => done('late'), PATIENCE)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(patience)
  }
}

/** Ask for a file that the page needs, unless it has done so. */
function ask(address: string): void {
  const rel = address.endsWith('.css') ? 'stylesheet' : 'modulepreload'
  const known = [...document.querySelectorAll<HTMLLinkElement>(`link[rel=${rel}]`)]
  if (known.some((link) => link.getAttribute('href') === address)) return
  const link = document.createElement('link')
  link.rel = rel
  link.href = address
  // As the page's headers ask for it: else it would be fetched a second time.
  link.crossOrigin = ''
  document.head.append(link)
}
