import { expect, test } from 'vitest'

const files = import.meta.glob<string>(
  ['../src/**/*.svelte', '../src/**/*.ts', '!../src/**/*.test.ts', './**/*.{svelte,ts}'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)
const sources = new Map(
  Object.entries(files).map(([path, text]) => [path.replace(/^\.\.\//, '').replace(/^\.\//, 'gallery/'), text]),
)

/** Components that the gallery does not show, by what their paths are, and why. */
const NOT_SHOWN: readonly [RegExp, string][] = [
  [/^(src\/(App|pages\/\w+)|gallery\/.*)\.svelte$/, 'pages, and the gallery itself'],
  [/^src\/ui\/(ConnectionStrip|Shortcuts|ShortcutSheet)\.svelte$/, 'on every page; what they say is shown by itself'],
  [/^src\/features\/(account|notifications|moderation)\//, 'forms that live by the answers of the service'],
  [/^src\/features\/people\//, 'lives by who is online and who searches for a game'],
  [/^src\/features\/chat\/ChatPanel\.svelte$/, 'lives by the connection'],
  [/^src\/lobby\/(CreateTable|OptionRow)\.svelte$/, 'the form of a table, from what the service says of its games'],
  [
    /^src\/features\/(delay|timecontrol)\/(?!BehindNote|Clock)\w+\.svelte$/,
    'parts of the form of a table, and of its card',
  ],
  [/^src\/features\/fork\//, 'lives by the table that goes on'],
  [/^src\/features\/ratings\/(Changes|RatedSwitch|RatingList)\.svelte$/, 'lives by the ratings of the service'],
  [/^src\/features\/game\//, 'parts of a page of a game, from what the service says of it'],
  [/^src\/features\/profile\//, 'parts of a page of a person, from what the service says of them'],
  [/^src\/lobby\/(LobbyMain|PlaySection)\.svelte$/, 'puts the cards of games to their place'],
  [/^src\/ui\/Wanted\.svelte$/, 'loads a part of a page; what it shows meanwhile is shown'],
  [/^src\/features\/rules\//, 'shows a text of the service'],
  [/^src\/board\/spoken\//, 'hands a position to the words of a game'],
  [/^src\/table\/page\/(ScoringPlace|Stage)\.svelte$/, 'moves what a table shows; its pieces are shown'],
  [
    /^src\/table\/\w+\/(Announcer|Foot|Invite|Layout|Matters|Middle|Notices|OpenSeat|OpenTable|Overlays|Overview|PhoneSeats|RulesDrawer|Seats|Side|TableBar|TableCard|Tour|Why|YourTurn)\.svelte$/,
    'puts the parts that are shown to their places at a table',
  ],
  [/^src\/ui\/Drawer\.svelte$/, 'holds the rules and the overview next to a table'],
  [/^src\/games\/\w+\/overview\/|^src\/ui\/OverviewList/, 'lists the pieces of a position; its pictures are shown'],
  [/^src\/board\/(generic\/|BoardPlace|Drawn)/, 'a whole board, which tables show'],
  [/^src\/games\/(nereus|vinci|wikinger)\/board\/(?!map\/)/, 'a whole board, which tables show; its pieces are shown'],
  [/^src\/games\/(nereus|vinci|wikinger)\/motion\//, 'as at Glen More'],
]

/** What a file imports at once: what it may load later is not shown by it. */
function imports(path: string): string[] {
  const found = (sources.get(path) ?? '').matchAll(/(?:from|import)\s+'(\.[^']+)'/g)
  return [...found].map(([, to = '']) => {
    const { pathname } = new URL(to, `file:///${path}`)
    const plain = pathname.slice(1)
    return [plain, `${plain}.ts`, `${plain}/index.ts`].find((each) => sources.has(each)) ?? plain
  })
}

function reached(): Set<string> {
  const seen = new Set<string>()
  const todo = [...sources.keys()].filter((path) => path.startsWith('gallery/'))
  for (let path = todo.pop(); path !== undefined; path = todo.pop()) {
    if (seen.has(path)) continue
    seen.add(path)
    todo.push(...imports(path))
  }
  return seen
}

const components = [...sources.keys()].filter((path) => path.endsWith('.svelte'))

test('the gallery shows every component, or it is named here why not', () => {
  const shown = reached()
  const missing = components.filter((path) => !shown.has(path) && !NOT_SHOWN.some(([named]) => named.test(path)))
  expect(missing).toEqual([])
})

test('what is named as not shown is there', () => {
  const shown = reached()
  const hidden = components.filter((path) => !shown.has(path) || /^(src\/pages|gallery)/.test(path))
  expect(NOT_SHOWN.filter(([named]) => !hidden.some((path) => named.test(path)))).toEqual([])
})
