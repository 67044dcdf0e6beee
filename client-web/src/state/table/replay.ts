/** Plays a past by itself, step by step, by a clock that a test can turn. */

import { CLOCK, type Clock } from './pasts'

/** Milliseconds of one step at each speed. */
export const SPEEDS: Readonly<Record<number, number>> = { 1: 1_600, 2: 800, 4: 400 }

export interface Replayed {
  /** Go one step on; false at the end. */
  step(): boolean
  /** Whether the position is there, so that the next step may come. */
  ready(): boolean
  changed(): void
}

/** Milliseconds after which a position that has not come yet is looked for again. */
const AGAIN = 60

export class Replay {
  playing = false
  speed = 1
  private cancel: (() => void) | undefined

  constructor(
    private readonly past: Replayed,
    private readonly clock: Clock = CLOCK,
  ) {}

  play(): void {
    if (this.playing) return
    this.playing = true
    this.past.changed()
    this.wait(0)
  }

  pause(): void {
    this.cancel?.()
    this.cancel = undefined
    if (!this.playing) return
    this.playing = false
    this.past.changed()
  }

  faster(): void {
    const speeds = Object.keys(SPEEDS).map(Number)
    this.speed = speeds[(speeds.indexOf(this.speed) + 1) % speeds.length] ?? 1
    this.past.changed()
  }

  private wait(time: number): void {
    this.cancel = this.clock.later(time, () => this.next())
  }

  private next(): void {
    if (!this.past.ready()) this.wait(AGAIN)
    else if (this.past.step()) this.wait(SPEEDS[this.speed] ?? 1_600)
    else this.pause()
  }
}
