import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { boards, GAMES } from './boards'
import { compileHints } from './compile-hints'
import { compiling } from './compiling'
import { installable } from './installable'
import { preloads } from './preloads'
import { start } from './start'

interface Modules {
  getModuleInfo: (id: string) => { importedIds: readonly string[]; dynamicallyImportedIds: readonly string[] } | null
}

const source = (path: string) => fileURLToPath(new URL(`src/${path}`, import.meta.url))
const [MAIN, LOBBY, TABLE] = ['main.ts', 'pages/Lobby.svelte', 'pages/Table.svelte'].map(source) as [
  string,
  string,
  string,
]
/** How the start page takes the place of the one that came ready. */
const TAKEOVER = source('browser/takeover.ts')
/** What a table fetches as soon as it stands, as src/table/page/parts.ts says. */
const SOON = [
  ...[
    'features/chat/ChatPanel',
    'table/history/HistoryChoices',
    'table/scoring/ResultSheet',
    'board/spoken/SpokenTwin',
  ],
  ...['Stage', 'Preferences', 'ProposalCard', 'Tour', 'TableCard', 'RulesDrawer', 'GoneSheet'].map(
    (part) => `table/page/${part}`,
  ),
].map((part) => source(`${part}.svelte`))
const isOfNoGame = (id: string) => !/\/src\/games\//.test(id)
/** The words of a part in one language, which come with it. */
const WORDS = /[/.](de|en)\.(?:json|ts)$/
/** What is wanted at tables alone. */
const AT_TABLES = /\/src\/(pages\/Table|board|features\/chat|games|motion|table)/

/**
 * The files for the modules that most people need, by what has to load them: the first page at once, tables and other
 * pages alike, tables, the lobby and other pages but tables, the lobby, tables once they stand, boards of several games,
 * and each game's board. The words of each are a file for each language.
 *
 * Left alone they would be a hundred files, each of which a browser has to ask for.
 */
const PARTS = ['main', 'shared', 'table', 'pages', 'lobby', 'soon', 'boards', ...Object.keys(GAMES)]
/** Those of which a page calls most while it comes. */
const HINTED = PARTS.filter((part) => !['soon', 'boards'].includes(part))
const FILES = [...PARTS, ...PARTS.flatMap((part) => ['de', 'en'].map((language) => `${part}.${language}`))]
let files: ReadonlyMap<string, ReadonlySet<string>> | undefined

function filesOf(modules: Modules): ReadonlyMap<string, ReadonlySet<string>> {
  const reach = (from: readonly string[], late: boolean, found = new Set<string>()): ReadonlySet<string> => {
    for (const id of from) {
      if (found.has(id)) continue
      found.add(id)
      const info = modules.getModuleInfo(id)
      reach([...(info?.importedIds ?? []), ...(late ? (info?.dynamicallyImportedIds ?? []) : [])], late, found)
    }
    return found
  }
  const later = (ids: Iterable<string>) =>
    [...ids].flatMap((id) => modules.getModuleInfo(id)?.dynamicallyImportedIds ?? [])
  const parts = later(reach([MAIN], true))
  const elsewhere = reach(
    parts.filter((id) => !AT_TABLES.test(id)),
    false,
  )
  const others = reach(
    parts.filter((id) => id !== LOBBY && !WORDS.test(id)),
    false,
  )
  const lobby = reach([LOBBY, TAKEOVER], false)
  const [table, soon] = [reach([TABLE], false), reach(SOON, false)]
  const entries = Object.keys(GAMES).map((game) => source(`games/${game}/index.ts`))
  const games = entries.map((entry) => reach([entry], false))
  // The parts of a game that come late share some with the boards of others, and so do other parts of a table.
  const whole = [...entries.map((entry) => reach([entry], true)), reach(parts.filter(isOfNoGame), false)]
  const inSeveral = (id: string) => whole.filter((ids) => ids.has(id)).length > 1
  const boards = Object.keys(GAMES).map((game, at) => [game, games[at] ?? new Set<string>()] as const)
  const found: (readonly [string, ReadonlySet<string>])[] = [
    ['main', reach([MAIN], false)],
    ['shared', new Set([...table, ...soon].filter((id) => elsewhere.has(id)))],
    // Any board needs what stands in their room.
    ['table', new Set([...table, ...games.flatMap((ids) => [...ids].filter((id) => /\/src\/board\/[^/]+$/.test(id)))])],
    ['pages', new Set([...lobby].filter((id) => others.has(id)))],
    ['lobby', lobby],
    ['soon', soon],
    ['boards', new Set(games.flatMap((ids) => [...ids].filter(inSeveral)))],
    ...boards,
  ]
  const words = found.flatMap(([name, ids]) =>
    ['de', 'en'].map((language): [string, ReadonlySet<string>] => [
      `${name}.${language}`,
      reach(
        later(ids).filter((id) => WORDS.exec(id)?.[1] === language),
        false,
      ),
    ]),
  )
  return new Map([...found, ...words])
}

/** The service that answers while the client is developed. */
const target = process.env['PARTIE_SERVICE'] ?? 'http://127.0.0.1:8000'
/** The service refuses requests whose page came from elsewhere, so it sees the address that the page has. */
const service = { target, changeOrigin: false }

const TESTS = '{src,gallery}/**/*.test.ts'
/** What tests change for the whole page: the language, what the browser remembers, its clock, modules of others. */
const CHANGES = /setLanguage|new Catalogues|vi\.(mock|stub|spy|useFake)|Storage|globalThis\./
/** Tests that have a page of their own. The others share one, for to load it takes ten times as long as to run them. */
const alone = globSync(TESTS).filter((file) => CHANGES.test(readFileSync(file, 'utf8')))

export default defineConfig({
  plugins: [boards(target), installable(), preloads(), start(), compileHints(HINTED), ...compiling()],
  // The words of a language are one value; a name for each would double them.
  json: { namedExports: false },
  build: {
    target: 'es2022',
    // No data: addresses: the service's content security policy need not allow them.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        index: 'index.html',
        ...Object.fromEntries(Object.entries(GAMES).map(([game, at]) => [game, `${at}/index.ts`])),
      },
      // The page asks for what a board exports, which nothing here imports.
      preserveEntrySignatures: 'allow-extension',
      output: {
        codeSplitting: {
          groups: FILES.map((name, at) => ({
            debugName: name,
            name: (id: string, modules: Modules) => {
              files ??= filesOf(modules)
              return files.get(name)?.has(id) ? name : null
            },
            // What is in several of them goes to the first.
            priority: FILES.length - at,
          })),
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
