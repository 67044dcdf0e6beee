/** When things of a scene happen: one after the other, or overlapping where they are of one kind. */

import type { Carry, Drawn, Place, Sound, Step, Times } from '../../../motion/steps'
import { gold } from './told'

/** A thing that is passed from hand to hand. */
export const CARRIED = 260
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

  protected add(step: Step): void {
    this.made.push(step)
    this.busy = Math.max(this.busy, step.at + step.ms)
  }

  protected carry(what: Carry['what'], from: Place, to: Place, sound: Sound, sized: readonly string[]): void {
    this.add({ do: 'carry', what, from, to, at: this.now, ms: this.times.move, lift: 6, sound, sized })
  }

  protected drop(anchor: string, sound: Sound): void {
    this.add({ do: 'drop', anchor, at: this.now, ms: this.times.step, sound })
  }

  /** Gold or points on their way to a plate; its number climbs when they are there. */
  protected earned(what: Drawn, from: Place, to: Place, ms: number): void {
    if (what.value === 0) return
    this.add({ do: 'carry', what, from, to, at: this.now, ms: CARRIED, arc: 24, sound: 'coin' })
    this.made.push({ do: 'count', anchor: to[0] ?? '', at: this.now + CARRIED, ms })
  }

  protected coins(value: number, from: Place, seat: number): void {
    this.earned({ piece: 'gold', value }, from, gold(seat), 0)
  }
}
