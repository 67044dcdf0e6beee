import { expect, test } from 'vitest'

const files = import.meta.glob<string>(['../**/*.svelte', '../**/*.ts', '!../**/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const sources = new Map(
  Object.entries(files).map(([path, text]) => [path.replace(/^\.\.\//, '').replace(/^\.\//, 'gallery/'), text]),
)

/** Components that the gallery does not show, by what their paths are, and why. */
const NOT_SHOWN: readonly [RegExp, string][] = [
  [/^(App|pages\/\w+|gallery\/.*)\.svelte$/, 'pages, and the gallery itself'],
  [
    /^ui\/(ConnectionStrip|Patterns|Shortcuts|ShortcutSheet|Toasts)\.svelte$/,
    'on every page, here too; what they say is shown by itself',
  ],
  [/^features\/(account|notifications|moderation)\//, 'forms that live by the answers of the service'],
  [/^features\/people\//, 'lives by who is online and who searches for a game'],
  [/^features\/chat\/ChatPanel\.svelte$/, 'lives by the connection'],
  [/^lobby\/(CreateTable|OptionRow)\.svelte$/, 'the form of a table, from what the service says of its games'],
  [/^features\/(delay|timecontrol)\/(?!BehindNote|Clock)\w+\.svelte$/, 'parts of the form of a table, and of its card'],
  [/^features\/fork\//, 'lives by the table that goes on'],
  [/^features\/ratings\/(Changes|RatedSwitch|RatingList)\.svelte$/, 'lives by the ratings of the service'],
  [/^features\/game\//, 'parts of a page of a game, from what the service says of it'],
  [/^features\/rules\//, 'shows a text of the service'],
  [/^board\/spoken\//, 'hands a position to the words of a game'],
  [/^table\/page\/(ScoringPlace|Stage)\.svelte$/, 'moves what a table shows; its pieces are shown'],
  [
    /^table\/\w+\/(Announcer|Foot|Invite|Layout|Matters|Middle|Notices|OpenSeat|OpenTable|Overlays|Overview|PhoneSeats|RulesDrawer|Seats|Side|TableBar|TableCard|Tour|Why|YourTurn)\.svelte$/,
    'puts the parts that are shown to their places at a table',
  ],
  [/^ui\/Drawer\.svelte$/, 'holds the rules and the overview next to a table'],
  [/^games\/\w+\/overview\/|^ui\/OverviewList/, 'lists the pieces of a position; its pictures are shown'],
  [/^board\/(generic\/|BoardPlace|Drawn)/, 'a whole board, which tables show'],
  [/^games\/(nereus|vinci|wikinger)\/board\/(?!map\/)/, 'a whole board, which tables show; its pieces are shown'],
  [/^games\/(nereus|vinci|wikinger)\/motion\//, 'as at Glen More'],
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
  const hidden = components.filter((path) => !shown.has(path) || /^(pages|gallery)/.test(path))
  expect(NOT_SHOWN.filter(([named]) => !hidden.some((path) => named.test(path)))).toEqual([])
})
