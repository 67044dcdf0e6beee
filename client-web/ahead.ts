/** Scripts that Chromium compiles while they come, off the page's thread, rather than each function when it is first called. */

import type { Plugin } from 'vite'

/** Chromium heeds it before anything else in a script; for other browsers it is a comment. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** Marks the scripts of these names, of which most is called until a page stands. */
export function compiledAhead(names: readonly string[]): Plugin {
  return {
    name: 'ahead',
    apply: 'build',
    generateBundle: {
      // Above what Vite adds at the top.
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type === 'chunk' && names.includes(file.name)) file.code = HINT + file.code
        }
      },
    },
  }
}
