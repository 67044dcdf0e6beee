/** Programs among the persons: an id says whether it is a bot's. */

import { t } from '../i18n/i18n.svelte'

/** Whether a person is a bot by somebody, which came by a token. The service's own bots have no id that is shown. */
export function isBotAccount(person: string): boolean {
  return person.startsWith('b0t')
}

/** The name as everybody reads it: a bot's says what it is, whatever its owner called it. */
export function calledBy(person: string, name: string): string {
  return isBotAccount(person) ? t('person.bot', { name }) : name
}
