/** What stands below the drawings of the rules, in the reader's language: by the number of the rule. */

import { Catalogues } from '../../../i18n/i18n.svelte'

const words = new Catalogues({ de: () => import('./captions.de.json'), en: () => import('./captions.en.json') })

export function caption(rule: string): string {
  return words.now.format(rule, {})
}
