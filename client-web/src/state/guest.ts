/** Visitors whom nobody has asked for a name yet: they come in with one that says so, and get to choose theirs. */

import type { Language } from '../i18n/i18n.svelte'

const CALLED: Record<Language, string> = { en: 'Guest', de: 'Gast' }
const GIVEN = new RegExp(`^(${Object.values(CALLED).join('|')}) [1-9]\\d{2}$`)

/** A name for a visitor, such as `Guest 417`. `chance`: a number from 0 to 1. */
export function givenName(language: Language, chance: number): string {
  return `${CALLED[language]} ${String(100 + Math.floor(chance * 900))}`
}

/** Whether a name is one that a visitor was given. */
export function wasGiven(name: string): boolean {
  return GIVEN.test(name)
}
