/**
 * The faces of the page's text. On a first visit they would hold up its scripts, so they come once it stands, all at
 * once, and until then text has faces of the system of the same size. A browser that has had them shows them from the
 * beginning.
 */

import { recall, remember } from './remember'

const KNOWN = 'faces'
/** The attribute of a page without them, as it comes from the service. */
const WITHOUT = 'data-plain'
const FACES = ['1em Vollkorn', 'italic 1em Vollkorn', '1em "Source Sans 3"']

function show(): void {
  document.documentElement.removeAttribute(WITHOUT)
}

/** Show the faces at once if this browser has them. */
export function showKnownFaces(): void {
  if (recall(KNOWN) !== null) show()
}

let underway: Promise<void> | undefined

/** Fetch the faces and show them; done when they are shown, or can't be had. */
export function showFaces(): Promise<void> {
  underway ??= Promise.all(FACES.map((face) => document.fonts.load(face))).then(
    () => {
      remember(KNOWN, 'here')
      show()
    },
    // Each that is wanted is fetched again then.
    show,
  )
  return underway
}
