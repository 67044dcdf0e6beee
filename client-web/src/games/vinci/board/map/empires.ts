/** The empires on the map: the provinces of each seat, living and declined apart. */

import type { Province } from '../../data.generated'
import { ALL, outlineOf } from './lines'
import type { Land } from './marks'

export interface Empire {
  id: string
  seat: number
  declined: boolean
  provinces: readonly Province[]
  /** Its outer border. */
  outline: string
}

/** All empires without some provinces, the declined ones first: what lives is drawn over them. */
export function empiresOf(land: Land, without: readonly Province[] = []): readonly Empire[] {
  const held = new Map<string, Province[]>()
  for (const province of ALL) {
    const holding = land[province]
    if (holding?.seat === undefined || without.includes(province)) continue
    const id = `${holding.declined === true ? 'declined' : 'living'}-${holding.seat}`
    held.set(id, [...(held.get(id) ?? []), province])
  }
  return [...held]
    .map(([id, provinces]) => ({
      id,
      seat: Number(id.slice(id.indexOf('-') + 1)),
      declined: id.startsWith('declined'),
      provinces,
      outline: outlineOf(provinces),
    }))
    .sort((one, other) => Number(other.declined) - Number(one.declined))
}
