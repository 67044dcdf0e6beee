/** Ends a turn by itself when nothing is left to decide, and gives time to object. */

/** Milliseconds to object in, where ending the turn gives up the way back. */
export const GRACE = 3_000

export interface Situation {
  /** The decision, by the position it is for; undefined when there is none. */
  decisionToken: number | undefined
  /** The only thing one may do is to end the turn. */
  sole: boolean
  /** There is something that could still be taken back. */
  undoable: boolean
  /** The reader wishes turns to end by themselves. */
  wished: boolean
  /** Something is on its way, or the connection is away: nothing happens by itself meanwhile. */
  held: boolean
}

export type Ending = { is: 'idle' } | { is: 'counting'; left: number } | { is: 'due' }

const IDLE: Ending = { is: 'idle' }

export class SelfEnding {
  private decisionToken: number | undefined
  private since = 0
  private stopped = false

  /** How it stands at a time (milliseconds of any clock). */
  at(now: number, { decisionToken, sole, undoable, wished, held }: Situation): Ending {
    if (decisionToken === undefined || !sole || !wished || held) {
      this.since = now
      return IDLE
    }
    if (decisionToken !== this.decisionToken) {
      this.decisionToken = decisionToken
      this.since = now
      this.stopped = false
    }
    if (this.stopped) return IDLE
    const left = this.since + (undoable ? GRACE : 0) - now
    return left > 0 ? { is: 'counting', left } : { is: 'due' }
  }

  /** Leave this turn to its player. */
  wait(): void {
    this.stopped = true
  }
}
