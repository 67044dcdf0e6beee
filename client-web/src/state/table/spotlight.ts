/** What a line of the history names is lit on the page while the line is pointed at. */

import { findAll } from '../../browser/shadows'
import type { HistoryEntry } from '../../wire/generated'
import { isSeat } from '../../i18n/words'

/** The parameters of a line, and its key. */
export type Named = Readonly<Record<string, string | number | undefined>>

/** Where a game shows what a line names: anchors, some of which may not be there. */
export type Spots = (line: Named) => readonly string[]

/** The anchors of all that an event names: the plates of its seats, and what the game knows. */
export function spotsOf(entry: HistoryEntry, game?: Spots): ReadonlySet<string> {
  return new Set(
    (entry.lines ?? []).flatMap(({ key, params = {} }) => [
      ...Object.entries(params).flatMap(([name, value]) => (isSeat(name) ? [`plate:${value}`] : [])),
      ...(game?.({ ...params, key }) ?? []),
    ]),
  )
}

/** Light the pieces of these anchors, and no others; what moves nothing may be named by `data-spot` instead. */
export function light(spots: ReadonlySet<string>, within: ParentNode = document): void {
  for (const piece of findAll<HTMLElement | SVGElement>('[data-anchor], [data-spot], [data-lit]', within)) {
    const { anchor = '', spot = '', lit } = piece.dataset
    if (spots.has(anchor) || spots.has(spot)) piece.dataset['lit'] = ''
    else if (lit !== undefined) delete piece.dataset['lit']
  }
}
