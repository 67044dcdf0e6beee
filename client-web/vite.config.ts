import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { svelte } from '@sveltejs/vite-plugin-svelte'
import icons from 'unplugin-icons/vite'
import { defineConfig } from 'vitest/config'
import { gameIcon, smallIcon } from './game-icons'

interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[] } | null
}

/** What the first page imports at once: whatever else imports some of it too, it stays in one file. */
const AT_ONCE = 'main'
let atOnce: ReadonlySet<string> | undefined

function reached(modules: Modules, from: string, found = new Set<string>()): ReadonlySet<string> {
  if (!found.has(from)) {
    found.add(from)
    for (const id of modules.getModuleInfo(from)?.importedIds ?? []) reached(modules, id, found)
  }
  return found
}

/** The service that answers while the client is developed. */
const target = process.env['PARTIE_SERVICE'] ?? 'http://127.0.0.1:8000'
/** The service refuses requests whose page came from elsewhere, so it sees the address that the page has. */
const service = { target, changeOrigin: false }

const TESTS = 'src/**/*.test.ts'
/** What tests change for the whole page: the language, what the browser remembers, its clock, modules of others. */
const CHANGES = /setLanguage|new Catalogues|vi\.(mock|stub|spy|useFake)|Storage|globalThis\./
/** Tests that have a page of their own. The others share one, for to load it takes ten times as long as to run them. */
const alone = globSync(TESTS).filter((file) => CHANGES.test(readFileSync(file, 'utf8')))

export default defineConfig({
  plugins: [
    svelte(),
    icons({
      compiler: 'svelte',
      scale: 1,
      customCollections: { 'game-icons': gameIcon, 'small-icons': smallIcon },
      // What an icon means is said by what it stands on.
      iconCustomizer: (_collection, _icon, props) => {
        props['aria-hidden'] = 'true'
      },
    }),
  ],
  // The words of a language are one value; a name for each would double them.
  json: { namedExports: false },
  build: {
    target: 'es2022',
    // No data: addresses: the service's content security policy need not allow them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: (id, modules) => {
                atOnce ??= reached(modules, fileURLToPath(new URL('src/main.ts', import.meta.url)))
                return atOnce.has(id) ? AT_ONCE : null
              },
            },
          ],
        },
      },
    },
  },
  server: {
    // The words of histories lie beside the service, which tells them too.
    fs: { allow: ['.', '../server/partie/features/narration'] },
    proxy: {
      '/api': service,
      '/docs': service,
      '/healthz': service,
      '/ws': { ...service, ws: true },
    },
  },
  test: {
    environment: 'node',
    // On two processors the default is one file at a time.
    maxWorkers: '100%',
    // For what hangs: on a machine that does other work besides, whatever reads a whole game takes seconds.
    testTimeout: 60_000,
    projects: [
      { extends: true, test: { name: 'alone', include: alone } },
      { extends: true, test: { name: 'together', include: [TESTS], exclude: alone, isolate: false } },
    ],
  },
})
