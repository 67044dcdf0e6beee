/** Everything that undone lines moved goes back in one step. */

import type { Change, Place, Step, Times } from '../../../motion/steps'
import { positionOf } from '../board/position'
import { DISCS, lies, plate, type Told, TREASURES } from './told'

export function backwards(told: readonly Told[], { after }: Change, times: Times): Step[] {
  const steps = new Map<string, Step>()
  const carry = (anchor: string, to: Place, sized?: readonly string[]): void => {
    const common = { do: 'carry', what: { anchor }, from: [anchor], to, at: 0, ms: times.step, sound: 'card' } as const
    steps.set(anchor, { ...common, ...(sized === undefined ? {} : { sized }) })
  }
  const { sea, players } = positionOf(after)
  for (const { key, seat, treasure, seaSpace, space, params } of told) {
    switch (key) {
      case 'sailed':
        carry(`ship:${seat}`, [`ship:${seat}`])
        break
      case 'placed_marker':
        carry(`marker:${space}`, [`actor:${seat}`, plate(seat)], DISCS)
        break
      case 'took':
        if (sea[seaSpace]?.some((each) => each === treasure) === true) {
          carry(`held:${seat}:${treasure}:1`, [`treasure:${seaSpace}:${treasure}`], TREASURES)
        }
        break
      case 'placed':
      case 'gem_used':
      case 'shifted': {
        const held = Object.keys(players[String(seat)]?.hand ?? {}).includes(treasure)
        const from = key === 'shifted' ? lies(seat, String(params['slot'])) : `held:${seat}:${treasure}:1`
        const slot = String(key === 'shifted' ? params['to'] : params['slot'])
        carry(lies(seat, slot), held || key === 'shifted' ? [from, plate(seat)] : [plate(seat)], TREASURES)
        break
      }
    }
  }
  return [...steps.values()]
}
