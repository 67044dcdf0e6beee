/**
 * Past positions on their way. One question at a time, never faster than a scrubbing finger needs, and always for what
 * is wanted now: positions that were wanted in between are never requested.
 */

import type { Perspective } from './scrub'
import type { View } from '../../wire/generated'

/** Milliseconds between two questions: a third of what the service allows a connection. */
export const GAP = 80

/** Milliseconds after which a position that did not come is requested again; the request may have met a busy table. */
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
  perspective: Perspective | undefined
}

export class Pasts {
  private readonly views = new Map<string, View>()
  private readonly refused = new Set<string>()
  private wanted: Position[] = []
  private requested: string | undefined
  private requestedAt = -Infinity
  private cancel: (() => void) | undefined

  constructor(
    private readonly request: (seq: number, perspective: Perspective | undefined) => boolean,
    private readonly clock: Clock = CLOCK,
  ) {}

  get(seq: number, perspective?: Perspective): View | undefined {
    return this.views.get(key(seq, perspective))
  }

  /** Want these positions, the most urgent first, and none that were wanted before. */
  want(seqs: readonly number[], perspective?: Perspective): void {
    this.wanted = seqs.map((seq) => ({ seq, perspective }))
    this.next()
  }

  arrived(seq: number, perspective: Perspective | undefined, view: View): void {
    const place = key(seq, perspective)
    this.views.delete(place)
    this.views.set(place, view)
    const oldest = this.views.keys().next()
    if (this.views.size > KEPT && oldest.done !== true) this.views.delete(oldest.value)
    this.answered(place)
  }

  /** The service does not show it; it is not requested again. */
  missing(seq: number, perspective: Perspective | undefined): void {
    this.refused.add(key(seq, perspective))
    this.answered(key(seq, perspective))
  }

  /** The connection was lost, so the last request is not answered any more. It may be made again. */
  lost(): void {
    this.requested = undefined
  }

  /** Another perspective, or another past: forget everything. */
  clear(): void {
    this.views.clear()
    this.refused.clear()
    this.requested = undefined
  }

  stop(): void {
    this.wanted = []
    this.cancel?.()
    this.cancel = undefined
  }

  private answered(place: string): void {
    if (this.requested === place) this.requested = undefined
    this.next()
  }

  private next(): void {
    this.cancel?.()
    this.cancel = undefined
    const open = this.wanted.find(({ seq, perspective }) => {
      const place = key(seq, perspective)
      return !this.views.has(place) && !this.refused.has(place)
    })
    if (open === undefined) return
    const passed = this.clock.now() - this.requestedAt
    const due = this.requested === undefined ? GAP : PATIENCE
    if (passed < due) {
      this.cancel = this.clock.later(due - passed, () => this.next())
      return
    }
    if (!this.request(open.seq, open.perspective)) return
    this.requested = key(open.seq, open.perspective)
    this.requestedAt = this.clock.now()
    this.cancel = this.clock.later(PATIENCE, () => this.next())
  }
}

function key(seq: number, perspective: Perspective | undefined): string {
  return `${seq} ${perspective ?? ''}`
}
