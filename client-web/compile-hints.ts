/** Compile hints: Chromium compiles a script while it comes, off the page's thread, not each function when first called. */

import type { Plugin } from 'vite'

/** Chromium heeds it before anything else in a script; for other browsers it is a comment. */
const HINT = '//# allFunctionsCalledOnLoad\n'

/** Marks the scripts of these names, of which most is called until a page stands. */
export function compileHints(names: readonly string[]): Plugin {
  return {
    name: 'compile-hints',
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
