/** What has happened between two positions that a board shows. */

import type { HistoryEntry } from '../wire/generated'

/** Tells the entries since it was last asked; none at first, and none where one jumps through the past. */
export class Happened {
  private last: number | undefined

  since(told: readonly HistoryEntry[], past: boolean): readonly HistoryEntry[] {
    const before = this.last
    this.last = told.at(-1)?.seq ?? before
    if (past) this.last = undefined
    return past || before === undefined ? [] : told.filter(({ seq }) => seq > before)
  }
}
