/**
 * The page's fonts. On a first visit they would delay its scripts, so they load once the page stands, and are shown
 * together; until then, text has fallback fonts of the system, scaled to the same size. A browser that has loaded them
 * before shows them from the beginning.
 */

import { recall, remember } from './remember'

const KNOWN = 'fonts'
/** The attribute of a page without them, as it comes from the service. */
const WITHOUT = 'data-plain'
const FONTS = ['1em Vollkorn', 'italic 1em Vollkorn', '1em "Source Sans 3"']

function show(): void {
  document.documentElement.removeAttribute(WITHOUT)
}

/** Show the fonts at once if this browser has loaded them before. */
export function showKnownFonts(): void {
  if (recall(KNOWN) !== null) show()
}

let underway: Promise<void> | undefined

/** Load the fonts and show them; done when they are shown, or can't be loaded. */
export function showFonts(): Promise<void> {
  underway ??= Promise.all(FONTS.map((font) => document.fonts.load(font))).then(
    () => {
      remember(KNOWN, 'here')
      show()
    },
    // Each that is wanted is fetched again then.
    show,
  )
  return underway
}
