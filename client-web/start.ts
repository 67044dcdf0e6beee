/** Draws the start page for newcomers, which the service sends ready: it is seen before any script has run. */

import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'vite'
import { compiling } from './compiling'

/** The file for the service, next to the built page. */
const LIST = 'start.json'
const LANGUAGES = ['de', 'en'] as const
const WEIGHTS = [1, 2, 3, 4, 5] as const

/** What the service puts a game's own in place of, as `server/partie/http/start.py` knows it. */
const mark = (name: string): string => `__${name}__`
/** Numbers that stand for those of a game: no other text of the page has them. */
const [FEWEST, MOST, MINUTES] = [711, 722, 733]

/** The cards of a game: the first of the page and the others, by whether it has a picture, an icon, and others to play with. */
type Cards = Record<string, string>

/** The page in one language: the whole with a mark for its cards, the cards, and what a game takes. */
interface Page {
  page: string
  cards: Cards
  minutes: string
  weights: readonly string[]
}

interface Drawing {
  start: (language: string) => Promise<string>
}

/** Writes the page in each language, the style sheets that it needs, and the script that sets its light. */
export function start(): Plugin {
  let early = ''
  return {
    name: 'start',
    apply: 'build',
    async buildStart() {
      const source = await script('src/early.ts')
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
      const fileName = `assets/early-${hash}.js`
      this.emitFile({ type: 'asset', fileName, source })
      early = `/${fileName}`
    },
    async generateBundle(_, bundle) {
      const sheets = ['pages', 'lobby'].flatMap((name) => {
        const chunk = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === name)
        return chunk?.type === 'chunk' ? [...(chunk.viteMetadata?.importedCss ?? [])] : []
      })
      const drawing = await drawn()
      const found: Record<string, Page> = {}
      for (const language of LANGUAGES) found[language] = await pageOf(drawing, language)
      const source = JSON.stringify({ early, styles: sheets.map((sheet) => `/${sheet}`), ...found })
      this.emitFile({ type: 'asset', fileName: LIST, source })
    },
  }
}

/** One script without modules: the browser waits for it. */
async function script(input: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: compiling(),
    build: { write: false, target: 'es2022', rolldownOptions: { input, output: { format: 'iife' } } },
  })
  const [chunk] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk') throw new Error(`the build left no ${input}`)
  return chunk.code
}

/** The page's own components, made into a function that writes them as text. */
async function drawn(): Promise<Drawing> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: compiling(),
    ssr: { noExternal: true },
    build: {
      ssr: 'src/start.ts',
      write: false,
      target: 'es2022',
      rolldownOptions: { output: { codeSplitting: false } },
    },
  })
  const [chunk] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk') throw new Error('the build left no start page')
  const folder = mkdtempSync(join(import.meta.dirname, 'node_modules/.start-'))
  try {
    const file = join(folder, 'start.mjs')
    writeFileSync(file, chunk.code)
    browse()
    return (await import(pathToFileURL(file).href)) as Drawing
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** What the modules of the page ask of a browser when they are loaded. */
function browse(): void {
  const nothing = (): void => undefined
  Object.assign(globalThis, {
    addEventListener: nothing,
    history: { state: null },
    location: new URL('http://partie.invalid/'),
    matchMedia: () => ({ matches: false, addEventListener: nothing }),
  })
}

type Kind = Readonly<{ picture: boolean; icon: boolean; social: boolean }>
const KINDS: readonly Kind[] = [true, false].flatMap((picture) =>
  [true, false].flatMap((icon) => [true, false].map((social) => ({ picture, icon, social }))),
)
const nameOf = (main: boolean, { picture, icon, social }: Kind): string =>
  [main && 'main', picture && 'picture', icon && 'icon', social && 'social'].filter(Boolean).join(' ')

/** A service with two games of a kind. */
function serve({ picture, icon, social }: Kind, weight: number): void {
  const game = {
    seats: social ? [FEWEST, MOST] : [1, 1],
    automatic: [],
    minutes: MINUTES,
    weight,
    variant: '',
    options: {},
    ...(picture ? { picture: mark('picture') } : {}),
    ...(icon ? { icon: mark('icon') } : {}),
  }
  const words = { name: mark('title'), about: mark('about') }
  globalThis.fetch = (path) =>
    Promise.resolve(
      Response.json(
        String(path) === '/api/games' ? [mark('key'), `${mark('key')}2`].map((key) => ({ ...game, key })) : words,
      ),
    )
}

const CARD = /<article.*?<\/article>/gs
const FACTS = /(<ul class="facts[^>]*>)(.*?)(<\/ul>)/s

export async function pageOf({ start }: Drawing, language: string): Promise<Page> {
  const cards: Cards = {}
  const weights: string[] = []
  let page = ''
  let minutes = ''
  for (const kind of KINDS) {
    for (const weight of WEIGHTS) {
      serve(kind, weight)
      const body = plain(await start(language))
      const [first = '', second = ''] = body.match(CARD) ?? []
      const [, , facts = ''] = FACTS.exec(first) ?? []
      const [, time = '', heavy = ''] = facts.split(/(?=<li)/)
      weights[weight - 1] = heavy
      minutes = time.replace(String(MINUTES), mark('minutes'))
      page = body.slice(0, body.indexOf(first)) + mark('cards') + body.slice(body.lastIndexOf('</article>') + 10)
      cards[nameOf(true, kind)] = card(first)
      cards[nameOf(false, kind)] = card(second.replaceAll(`${mark('key')}2`, mark('key')))
    }
  }
  for (const text of [page, ...Object.values(cards)]) {
    if (text.includes('style=')) throw new Error('the content security policy allows no style in the page itself')
  }
  return { page, cards, minutes, weights }
}

/** Without what only the script needs: its own marks, and sheets that are closed. */
function plain(body: string): string {
  return body
    .replaceAll(/<!--.*?-->/gs, '')
    .replaceAll(/<div id="[^"]*" class="sheet[^>]*popover=[^>]*>\s*<\/div>/g, '')
    .replaceAll(/ (aria-controls|aria-expanded)="[^"]*"/g, '')
}

/** One card with marks for what it says of its game. Pictures come with the script, after everything else. */
function card(drawn: string): string {
  return drawn
    .replaceAll(/<img[^>]*>/g, '')
    .replaceAll(/(<button[^>]* aria-label="[^"]*"[^>]*) title="[^"]*"/g, '$1')
    .replace(FACTS, (_, begin: string, facts: string, end: string) => {
      const [seats = ''] = facts.split(/(?=<li)/)
      return begin + seats.replace(/\d+(–\d+)?(?=<\/li>)/, mark('seats')) + mark('facts') + end
    })
}
