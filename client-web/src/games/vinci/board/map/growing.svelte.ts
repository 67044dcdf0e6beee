/** Provinces that have just come to a living empire: their band is drawn along the border before it joins the others. */

import type { Province } from '../../data.generated'
import { ALL } from './lines'
import type { Holding, Land } from './marks'

export interface Gained {
  province: Province
  seat: number
}

/** More than these at once are another position, such as a visited one, and nobody's conquest. */
const AT_ONCE = 2

export class Growing {
  /** What is still being drawn. */
  gained = $state.raw<readonly Gained[]>([])
  private before: Land | undefined

  /** A land is shown from now on. */
  see(land: Land): void {
    const { before } = this
    this.before = land
    if (before === undefined || before === land) return
    const found = ALL.flatMap((province): Gained[] => {
      const seat = ownerOf(land[province])
      return seat === undefined || seat === ownerOf(before[province]) ? [] : [{ province, seat }]
    })
    this.gained = found.length > AT_ONCE ? [] : found
  }

  /** The band of a province has been drawn. */
  drawn(province: Province): void {
    this.gained = this.gained.filter((each) => each.province !== province)
  }
}

/** The seat whose living empire holds a province. */
function ownerOf(holding: Holding | undefined): number | undefined {
  return holding?.declined === true ? undefined : holding?.seat
}
