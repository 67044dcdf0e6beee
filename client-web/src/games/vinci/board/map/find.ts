/** Provinces by what is typed of a name. */

import type { Province } from '../../data.generated'
import { ALL } from './lines'

/** Without capitals and accents. */
function plain(text: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()
}

/** Those with a name that begins with a text first, then those with a later word that does. */
export function called(text: string, names: (province: Province) => readonly string[]): readonly Province[] {
  const wanted = plain(text)
  if (wanted === '') return []
  const all = ALL.map((province) => ({ province, names: names(province).map(plain) }))
  const first = all.filter((each) => each.names.some((name) => name.startsWith(wanted)))
  const later = all.filter((each) => !first.includes(each) && each.names.some((name) => name.includes(` ${wanted}`)))
  return [...first, ...later].map(({ province }) => province)
}
