/** Several texts as one, as a language joins them. */

const formats = new Map<string, Intl.ListFormat>()

/** "Ann, Ben and Cleo". One alone needs no format, which takes a slow phone longer to make than a page's other words. */
export function joined(language: string, items: readonly string[]): string {
  if (items.length < 2) return items[0] ?? ''
  const format = formats.get(language) ?? new Intl.ListFormat(language, { type: 'conjunction' })
  formats.set(language, format)
  return format.format(items)
}
