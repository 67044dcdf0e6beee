/** How tiles, figures and gold go from place to place, and when. */

import type { Carry, Drawn, Place, Sound } from '../../../motion/steps'
import { Timeline } from '../../../motion/timeline'
import { gold } from './told'

/** A thing that is passed from hand to hand. */
export const CARRIED = 260

export class WheelTimeline extends Timeline {
  protected carry(what: Carry['what'], from: Place, to: Place, sound: Sound, sized: readonly string[]): void {
    this.add({ do: 'carry', what, from, to, at: this.now, ms: this.times.move, lift: 6, sound, sized })
  }

  /** Gold or points on their way to a plate; its number climbs when they are there. */
  protected earned(what: Drawn, from: Place, to: Place, ms: number): void {
    if (what.value === 0) return
    this.add({ do: 'carry', what, from, to, at: this.now, ms: CARRIED, arc: 24, sound: 'coin' })
    this.add({ do: 'count', anchor: to[0] ?? '', at: this.now + CARRIED, ms })
  }

  protected coins(value: number, from: Place, seat: number): void {
    this.earned({ piece: 'gold', value }, from, gold(seat), 0)
  }
}
