/** What the things of the board are, in words, for who rests a finger on them. */

import { CREW, type Crew } from '../data'
import type { Board } from './board.svelte'

export interface Told {
  title: string
  crew?: Crew | undefined
  text?: string
  /** Why nothing can be done there. */
  why?: readonly { text: string; rule: string }[]
}

/** What stands at an element; undefined where there is nothing to say. */
export function toldAt(board: Board, at: Element): Told | undefined {
  const thing = at.closest<HTMLElement>('[data-anchor]')
  const name = thing?.dataset['anchor'] ?? ''
  // What lies in hand is carried by a finger that rests.
  if (name.startsWith('hand:')) return undefined
  const row = at.closest<HTMLElement>('[data-anchor^="row:"]')?.dataset['anchor'] ?? name
  const crew = CREW.find((each) => row.split(/[:-]/).includes(each))
  // A place says of itself what readers aloud hear: what it is first, then what can be done.
  const said = thing?.querySelector('.sr-only')?.textContent.trim() ?? thing?.title ?? ''
  if (crew !== undefined) return { title: board.name('crew', crew), crew, ...(name === row ? {} : { text: said }) }
  if (said === '') return undefined
  const [title = '', ...rest] = said.split(/(?<=[^.:]{2}[.:]) |(?<=^\w\d:) /u)
  return { title: title.replace(/[.:]$/u, ''), text: rest.join(' '), why: board.why(name) }
}
