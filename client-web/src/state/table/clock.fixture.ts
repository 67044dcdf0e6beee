/** A clock that stands until a test turns it. */

import type { Clock } from './pasts'

export class StandingClock implements Clock {
  private time = 0
  private readonly due = new Map<number, { at: number; run: () => void }>()
  private count = 0

  now(): number {
    return this.time
  }

  later(wait: number, run: () => void): () => void {
    const id = ++this.count
    this.due.set(id, { at: this.time + wait, run })
    return () => this.due.delete(id)
  }

  /** Let time pass; what falls due in it happens in order. */
  pass(time: number): void {
    const until = this.time + time
    for (;;) {
      const [next] = [...this.due].filter(([, { at }]) => at <= until).sort(([, one], [, other]) => one.at - other.at)
      if (next === undefined) break
      this.due.delete(next[0])
      this.time = Math.max(this.time, next[1].at)
      next[1].run()
    }
    this.time = until
  }
}
