/** Draws the start page for newcomers as text. The build of the client runs it, with a service that it makes up. */

import { render } from 'svelte/server'
import { type Language, loadLanguage, setLanguage, language } from './i18n/i18n.svelte'
import Start from './pages/Start.svelte'
import { allGames, loadGames, loadWords } from './state/games.svelte'

/** The body of the page in a language, with the games that the service has now. */
export async function start(wanted: Language): Promise<string> {
  await loadLanguage(wanted)
  setLanguage(wanted)
  while (language() !== wanted) await Promise.resolve()
  await loadGames()
  await Promise.all(allGames().map(({ key }) => loadWords(key, wanted)))
  return render(Start).body
}
