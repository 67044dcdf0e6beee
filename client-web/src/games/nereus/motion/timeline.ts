/** How discs, treasures and gold go from place to place, and when. */

import type { Carry, Place, Sound } from '../../../motion/steps'
import { Timeline } from '../../../motion/timeline'
import { DISCS } from './told'

/** A thing that is passed from hand to hand. */
export const CARRIED = 260
/** Of a disc's flight: taking it up, and laying it down. */
export const GRIP = 70

export class SeaTimeline extends Timeline {
  protected carry(what: Carry['what'], from: Place, to: Place, sound: Sound, sized?: readonly string[]): void {
    if (from.length === 0 || to.length === 0) return
    const step = { do: 'carry', what, from, to, at: this.now, ms: CARRIED, arc: 24, sound } as const
    this.add(sized === undefined ? step : { ...step, sized })
  }

  protected coins(from: Place, to: Place, value: number, at: number): void {
    if (value === 0 || from.length === 0 || to.length === 0) return
    this.add({ do: 'carry', what: { piece: 'gold', value }, from, to, at, ms: CARRIED, arc: 24, sound: 'coin' })
  }

  protected counts(anchor: string, at: number): void {
    this.add({ do: 'count', anchor, at, ms: 0 })
  }

  /** A disc goes to its place. */
  protected disc(anchor: string, seat: number | undefined, from: Place, to: Place): void {
    const what = { anchor, or: seat === undefined ? { piece: 'neutral' } : { piece: 'marker', seat } }
    const common = { do: 'carry', what, from, to, at: this.now, ms: this.times.move, sound: 'wood' } as const
    this.add({ ...common, lift: 6, round: true, grip: GRIP, sized: DISCS })
  }
}
