/** The caches that the worker answers from without a network; the page fills the first one itself. */

/** The page, under the address `/` whatever address it was opened at. */
export const PAGE_CACHE = 'partie.page'
/** Scripts, style sheets, fonts and pictures that this browser has used. */
export const FILE_CACHE = 'partie.files'
/** What the service says of its games to everybody: the list, words, rules. */
export const GAME_CACHE = 'partie.games'
