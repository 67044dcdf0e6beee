/** Several texts as one, as a language joins them. The browser's own format takes a slow phone a tenth of a second to make. */

const WORDS: Readonly<Record<string, readonly [and: string, or: string]>> = { de: ['und', 'oder'], en: ['and', 'or'] }

/** "Ann, Ben, and Cleo" */
export function joined(language: string, items: readonly string[]): string {
  return listed(language, items, 0)
}

/** "1, 3, or 5" */
export function eitherOf(language: string, items: readonly string[]): string {
  return listed(language, items, 1)
}

function listed(language: string, items: readonly string[], kind: 0 | 1): string {
  const [last = '', ...before] = [...items].reverse()
  if (before.length === 0) return last
  const word = (WORDS[language] ?? ['and', 'or'])[kind]
  // English alone has a comma before the last of three.
  const comma = language !== 'de' && before.length > 1 ? ',' : ''
  return `${before.reverse().join(', ')}${comma} ${word} ${last}`
}
