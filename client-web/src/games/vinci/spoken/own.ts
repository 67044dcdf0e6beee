/** The words of the description, with those of the board that it needs too. */

import { Catalogues } from '../../../i18n/i18n.svelte'

export const own = new Catalogues({
  de: async () => {
    const [board, words] = await Promise.all([import('../board/say.de.json'), import('./de.json')])
    return { default: { ...board.default, ...words.default } }
  },
  en: async () => {
    const [board, words] = await Promise.all([import('../board/say.en.json'), import('./en.json')])
    return { default: { ...board.default, ...words.default } }
  },
})
