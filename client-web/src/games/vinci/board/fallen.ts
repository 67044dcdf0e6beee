/** What an empire lost in the turn of another seat, as the newest lines of the history tell it. */

import type { HistoryEntry } from '../../../wire/generated'

/** The provinces that a seat lost in the turn that is just over, in the order in which they fell. */
export function fallenIn(told: readonly HistoryEntry[], attacker: number, seat: number): readonly string[] {
  const lost: string[][] = []
  for (const entry of told.toReversed()) {
    if (entry.kind !== 'moved' || entry.struck === true) continue
    const lines = entry.lines ?? []
    const placing = lines[0]?.key === 'survived'
    if (entry.seat !== attacker && !placing) break
    const here = lines.filter(({ key, params }) => key === 'lost' && params?.['seat'] === seat)
    lost.unshift(here.map(({ params }) => String(params?.['province'])))
  }
  return lost.flat()
}
