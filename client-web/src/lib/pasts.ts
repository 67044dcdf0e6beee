/**
 * Past positions on their way. One question at a time, never faster than a scrubbing finger needs, and always for what
 * is wanted now: positions that were wanted in between are never asked for.
 */

import type { Eyes } from './scrub'
import type { View } from '../wire/generated'

/** Milliseconds between two questions: a third of what the service allows a connection. */
export const GAP = 80

/** Milliseconds after which a question without an answer is asked again; it may have met a busy table. */
export const PATIENCE = 3_000

/** Positions kept; they share nothing, and a finger comes back to the same ones. */
export const KEPT = 96

export interface Clock {
  now(): number
  /** Run something later, until the returned function is called. */
  later(wait: number, run: () => void): () => void
}

export const CLOCK: Clock = {
  now: () => performance.now(),
  later: (wait, run) => {
    const timer = setTimeout(run, wait)
    return () => clearTimeout(timer)
  },
}

interface Position {
  seq: number
  eyes: Eyes | undefined
}

export class Pasts {
  private readonly views = new Map<string, View>()
  private readonly refused = new Set<string>()
  private wanted: Position[] = []
  private asked: string | undefined
  private askedAt = -Infinity
  private cancel: (() => void) | undefined

  constructor(
    private readonly ask: (seq: number, eyes: Eyes | undefined) => boolean,
    private readonly clock: Clock = CLOCK,
  ) {}

  get(seq: number, eyes?: Eyes): View | undefined {
    return this.views.get(key(seq, eyes))
  }

  /** Want these positions, the most urgent first, and none that were wanted before. */
  want(seqs: readonly number[], eyes?: Eyes): void {
    this.wanted = seqs.map((seq) => ({ seq, eyes }))
    this.next()
  }

  arrived(seq: number, eyes: Eyes | undefined, view: View): void {
    const place = key(seq, eyes)
    this.views.delete(place)
    this.views.set(place, view)
    const oldest = this.views.keys().next()
    if (this.views.size > KEPT && oldest.done !== true) this.views.delete(oldest.value)
    this.answered(place)
  }

  /** The service does not show it; it is not asked for again. */
  missing(seq: number, eyes: Eyes | undefined): void {
    this.refused.add(key(seq, eyes))
    this.answered(key(seq, eyes))
  }

  /** The connection was lost: what was asked on it is answered no more, and may be asked again with the next wish. */
  lost(): void {
    this.asked = undefined
  }

  /** Other eyes, or another past: forget everything. */
  clear(): void {
    this.views.clear()
    this.refused.clear()
    this.asked = undefined
  }

  stop(): void {
    this.wanted = []
    this.cancel?.()
    this.cancel = undefined
  }

  private answered(place: string): void {
    if (this.asked === place) this.asked = undefined
    this.next()
  }

  private next(): void {
    this.cancel?.()
    this.cancel = undefined
    const open = this.wanted.find(({ seq, eyes }) => {
      const place = key(seq, eyes)
      return !this.views.has(place) && !this.refused.has(place)
    })
    if (open === undefined) return
    const passed = this.clock.now() - this.askedAt
    const due = this.asked === undefined ? GAP : PATIENCE
    if (passed < due) {
      this.cancel = this.clock.later(due - passed, () => this.next())
      return
    }
    if (!this.ask(open.seq, open.eyes)) return
    this.asked = key(open.seq, open.eyes)
    this.askedAt = this.clock.now()
    this.cancel = this.clock.later(PATIENCE, () => this.next())
  }
}

function key(seq: number, eyes: Eyes | undefined): string {
  return `${seq} ${eyes ?? ''}`
}
