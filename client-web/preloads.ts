/** Tells the service what the pages that people open first consist of, so that it can tell browsers at once. */

import type { Plugin } from 'vite'
import { GAMES } from './boards'

/** The file for the service, next to the built page. */
const LIST = 'preloads.json'

/** The script for which a browser waits before it paints the ready start page, as `start.ts` makes it. */
const EARLY = /^assets\/early-[\w-]+\.js$/
/** The ground of all that is written: without it a page does not look finished. */
const PAPER = /^assets\/paper-[\w-]+\.svg$/

/** Scripts and style sheets by their addresses: those of a page, and those of its words in each language. */
type Preloads = Record<'files' | 'de' | 'en', readonly string[]>

/** Writes the files of the lobby and of tables, and the words of each game's board. */
export function preloads(): Plugin {
  return {
    name: 'preloads',
    apply: 'build',
    generateBundle(_, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
      const named = (name: string) => chunks.find((chunk) => chunk.name === name)
      const withImports = (from: readonly string[], found = new Set<string>()): ReadonlySet<string> => {
        for (const name of from) {
          const chunk = bundle[name]
          if (found.has(name) || chunk?.type !== 'chunk') continue
          found.add(name)
          chunk.viteMetadata?.importedCss.forEach((sheet) => found.add(sheet))
          withImports(chunk.imports, found)
        }
        return found
      }
      const page = withImports(
        chunks.filter(({ isEntry, name }) => isEntry && name === 'index').flatMap((chunk) => chunk.imports),
      )
      const words = (parts: readonly string[], language: string) =>
        parts.flatMap((part) => named(`${part}.${language}`)?.fileName ?? [])
      const preloadsOf = (files: Iterable<string>, parts: readonly string[]): Preloads => ({
        files: [...files].map((name) => `/${name}`),
        de: words(parts, 'de').map((name) => `/${name}`),
        en: words(parts, 'en').map((name) => `/${name}`),
      })
      const pageOf = (name: string, parts: readonly string[]): Preloads => {
        const chunk = named(name)
        if (chunk === undefined) throw new Error(`the build left no file of ${name}`)
        // A browser asks for few at once: what it paints with first, then scripts in the order in which they run.
        const files = [...withImports([chunk.fileName], new Set(page))]
        const isSheet = (file: string): boolean => file.endsWith('.css')
        const ordered = [...files.filter(isSheet), ...files.filter((file) => !isSheet(file))]
        return preloadsOf(ordered, ['main', 'shared', ...parts])
      }
      const only = (pattern: RegExp): string => {
        const name = Object.keys(bundle).find((each) => pattern.test(each))
        if (name === undefined) throw new Error(`the build left nothing like ${String(pattern)}`)
        return `/${name}`
      }
      const found = {
        early: only(EARLY),
        paper: only(PAPER),
        lobby: pageOf('lobby', ['pages', 'lobby']),
        table: pageOf('table', ['table']),
        games: Object.fromEntries(Object.keys(GAMES).map((game) => [game, preloadsOf([], ['boards', game])])),
      }
      this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify(found) })
    },
  }
}
