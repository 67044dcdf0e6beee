/** Several texts as one, as a language joins them. */

import { perLanguage } from './perlanguage'

const formats = perLanguage((language) => new Intl.ListFormat(language, { type: 'conjunction' }))

/** "Ann, Ben and Cleo". One alone needs no format, which takes a slow phone longer to make than a page's other words. */
export function joined(language: string, items: readonly string[]): string {
  return items.length < 2 ? (items[0] ?? '') : formats(language).format(items)
}
