/** Words for what there is to do, where a game brings no prompt of its own. */

import type { Words } from '../../i18n/words'
import type { View } from '../../wire/generated'

/** The name of the step that the view shows, as a prompt; undefined where there is none. */
export function stepPrompt(game: View | undefined, words: Words): string | undefined {
  const step = game?.['step']
  const name = typeof step === 'string' ? words.messages.raw(`names.step.${step}`) : undefined
  return name === undefined ? undefined : name.charAt(0).toLocaleUpperCase(words.language) + name.slice(1)
}
