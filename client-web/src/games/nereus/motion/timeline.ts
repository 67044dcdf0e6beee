/** When things of a scene happen: one after the other, or overlapping where they are of one kind. */

import type { Carry, Place, Sound, Step, Times } from '../../../motion/steps'
import { DISCS } from './told'

/** A thing that is passed from hand to hand. */
export const CARRIED = 260
/** Of a disc's flight: taking it up, and laying it down. */
export const GRIP = 70
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
    if (step.do !== 'count') this.busy = Math.max(this.busy, step.at + step.ms)
  }

  protected carry(what: Carry['what'], from: Place, to: Place, sound: Sound, sized?: readonly string[]): void {
    if (from.length === 0 || to.length === 0) return
    const step = { do: 'carry', what, from, to, at: this.now, ms: CARRIED, arc: 24, sound } as const
    this.add(sized === undefined ? step : { ...step, sized })
  }

  protected drop(anchor: string, sound: Sound): void {
    this.add({ do: 'drop', anchor, at: this.now, ms: this.times.step, sound })
  }

  protected coins(from: Place, to: Place, value: number, at: number): void {
    if (value === 0 || from.length === 0 || to.length === 0) return
    this.add({ do: 'carry', what: { piece: 'gold', value }, from, to, at, ms: CARRIED, arc: 24, sound: 'coin' })
  }

  protected counts(anchor: string, at: number): void {
    this.made.push({ do: 'count', anchor, at, ms: 0 })
  }

  /** A disc goes to its place. */
  protected disc(anchor: string, seat: number | undefined, from: Place, to: Place): void {
    const what = { anchor, or: seat === undefined ? { piece: 'neutral' } : { piece: 'marker', seat } }
    const common = { do: 'carry', what, from, to, at: this.now, ms: this.times.move, sound: 'wood' } as const
    this.add({ ...common, lift: 6, round: true, grip: GRIP, sized: DISCS })
  }
}
