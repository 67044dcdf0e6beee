/** The people of a table who are not here, and those away for so long that the others may ask to free the seat. */

import type { TableState } from '../../state/table/table'

/** Milliseconds after which one who was seen to be away has been so for long enough: the service counts two minutes. */
const LONG = 95_000

/** What is read of a table. */
interface Attended {
  readonly visiting: boolean
  readonly state: TableState
}

export class Absences {
  private readonly model: Attended
  /** Since when, on this page's clock. */
  private readonly since = new Map<string, number>()
  long = $state.raw<ReadonlySet<string>>(new Set())

  constructor(model: Attended) {
    this.model = model
  }

  /** Those who are away now; of the past nobody knows. */
  readonly now = $derived.by((): ReadonlySet<string> => {
    const { visiting, state } = this.model
    return new Set(visiting ? [] : (state.presence?.away ?? []))
  })

  /** `clock`: milliseconds of this page. */
  count(clock: number): void {
    for (const person of this.since.keys()) if (!this.now.has(person)) this.since.delete(person)
    for (const person of this.now) if (!this.since.has(person)) this.since.set(person, clock)
    const long = [...this.since].filter(([, since]) => clock - since >= LONG).map(([person]) => person)
    if (long.join() !== [...this.long].join()) this.long = new Set(long)
  }
}
