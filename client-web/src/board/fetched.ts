/** What a board says in a file of its own, which comes when it is first asked for. */

import { worded } from '../i18n/i18n.svelte'

/** The function that is loaded: at first it answers once it has come with its words, and from then on at once. */
export function fetched<Given extends unknown[], Answer>(
  load: () => Promise<(...given: Given) => Answer>,
): (...given: Given) => Answer | Promise<Answer> {
  let here: ((...given: Given) => Answer) | undefined
  async function answer(given: Given): Promise<Answer> {
    here = await worded(load())
    return here(...given)
  }
  return (...given) => (here === undefined ? answer(given) : here(...given))
}
