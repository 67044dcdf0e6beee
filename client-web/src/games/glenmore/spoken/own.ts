/** The words of the description itself, in the reader's language. */

import { Catalogues } from '../../../i18n/i18n.svelte'

export const own = new Catalogues({ de: () => import('./de.json'), en: () => import('./en.json') })
