/** Everything that undone lines moved goes back in one step. */

import type { Drawn, Place, Step, Times } from '../../../motion/steps'
import { hand, on, type Told } from './told'

export function backwards(told: readonly Told[], times: Times): Step[] {
  const steps: Step[] = []
  const carry = (what: Drawn, from: Place, to: Place): void => {
    steps.push({ do: 'carry', what, from, to, at: 0, ms: times.step, sound: 'card' })
  }
  for (const { key, seat, province, pieces } of told) {
    const disc = { piece: 'disc', value: pieces, seat }
    if (key === 'conquered' || key === 'put_down') carry(disc, on(province, seat), hand(seat))
    else if (key === 'gathered' || key === 'took_up') carry(disc, hand(seat), on(province, seat))
  }
  return steps
}
