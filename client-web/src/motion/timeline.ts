/** When things of a scene happen: one after the other, or overlapping where they are of one kind. */

import type { Sound, Step, Times } from './steps'

/** Between the things that are not told as one. */
const BREATH = 40

export class Timeline {
  protected readonly made: Step[] = []
  protected now = 0
  /** Until when whatever has begun is under way. */
  protected busy = 0
  /** The kind of the line before: things of one kind overlap. */
  protected last = ''

  constructor(protected readonly times: Times) {}

  /** Begin when everything before has landed. */
  protected wait(kind: string): void {
    this.now = this.busy === 0 ? 0 : this.busy + BREATH
    this.last = kind
  }

  /** Begin a little after the one before if that was of the same kind. */
  protected together(kind: string, apart: number): void {
    if (this.last === kind) this.now += apart
    else this.wait(kind)
  }

  /** A number that counts holds nothing up. */
  protected add(step: Step): void {
    this.made.push(step)
    if (step.do !== 'count') this.busy = Math.max(this.busy, step.at + step.ms)
  }

  protected drop(anchor: string, sound: Sound): void {
    this.add({ do: 'drop', anchor, at: this.now, ms: this.times.step, sound })
  }
}
