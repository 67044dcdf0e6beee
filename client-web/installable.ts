/** What makes the built page an app that browsers can install: its manifests, its icons, and the worker. */

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import { build, type Plugin } from 'vite'

/** The drawing of all icons, and its corners, which systems cut themselves where they want a whole square. */
const DRAWING = 'src/assets/icon.svg'
const CORNERS = / rx="[\d.]+"/

/** Pixels: for lists, task bars, launchers and the screen that is seen while the app starts. */
const SIZES = [16, 32, 48, 64, 72, 96, 128, 144, 152, 192, 256, 384, 512]
/** For launchers that cut a shape of their own out of the square. */
const MASKABLE = [192, 512]
/** The one size that Apple's systems ask for. */
const APPLE = 180

/** Of the paper strip at the head of the page, by day. In the evening the page says so itself. */
const PAPER = '#f8f3e7'
const WOOD = '#d5c4a3'

const WORDS = {
  en: {
    description: 'Modern board games with friends, strangers and bots.',
    play: 'Play now',
    rules: 'Rules',
  },
  de: {
    description: 'Moderne Brettspiele mit Freunden, Fremden und Bots.',
    play: 'Jetzt spielen',
    rules: 'Regeln',
  },
}

interface Icon {
  src: string
  sizes: string
  type: string
  purpose: string
}

export function manifest(language: keyof typeof WORDS, icons: readonly Icon[]): object {
  const words = WORDS[language]
  const icon = icons.filter(({ sizes, purpose }) => sizes === '96x96' && purpose === 'any')
  return {
    // The same app in both languages.
    id: '/',
    name: 'Partie',
    short_name: 'Partie',
    description: words.description,
    lang: language,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: PAPER,
    background_color: WOOD,
    categories: ['games'],
    icons,
    shortcuts: [
      { name: words.play, url: '/#play', icons: icon },
      { name: words.rules, url: '/rules', icons: icon },
    ],
  }
}

export function installable(): Plugin {
  /** The icons of the manifest, and the address of Apple’s. */
  const icons: Icon[] = []
  let apple = ''
  return {
    name: 'installable',
    apply: 'build',
    async buildStart() {
      const round = readFileSync(DRAWING, 'utf8')
      const draw = async (svg: string, size: number, name: string): Promise<string> => {
        const source = await sharp(Buffer.from(svg), { density: 72 * (size / 32) })
          .resize(size)
          .png({ compressionLevel: 9 })
          .toBuffer()
        const hash = createHash('sha256').update(source).digest('hex').slice(0, 8)
        const fileName = `assets/${name}-${String(size)}-${hash}.png`
        this.emitFile({ type: 'asset', fileName, source })
        return `/${fileName}`
      }
      const listed = async (svg: string, sizes: readonly number[], purpose: string, name: string): Promise<void> => {
        for (const size of sizes) {
          const src = await draw(svg, size, name)
          icons.push({ src, sizes: `${String(size)}x${String(size)}`, type: 'image/png', purpose })
        }
      }
      const whole = round.replace(CORNERS, '')
      await listed(round, SIZES, 'any', 'app')
      await listed(whole, MASKABLE, 'maskable', 'app-maskable')
      apple = await draw(whole, APPLE, 'app-apple')
    },
    async generateBundle() {
      for (const language of ['de', 'en'] as const) {
        const source = JSON.stringify(manifest(language, icons))
        this.emitFile({ type: 'asset', fileName: `manifest.${language}.webmanifest`, source })
      }
      this.emitFile({ type: 'asset', fileName: 'service-worker.js', source: await worker() })
    },
    transformIndexHtml: () => [
      // Where a proxy signs people in, it does so for this file too.
      {
        tag: 'link',
        attrs: { rel: 'manifest', href: '/manifest.en.webmanifest', crossorigin: 'use-credentials' },
        injectTo: 'head',
      },
      { tag: 'link', attrs: { rel: 'apple-touch-icon', href: apple }, injectTo: 'head' },
    ],
  }
}

/** The worker as one script: not every browser lets a worker import others. */
async function worker(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: 'src/worker/service-worker.ts', output: { format: 'iife' } },
    },
  })
  const [chunk] = 'output' in built ? built.output : []
  if (chunk?.type !== 'chunk') throw new Error('the build left no worker')
  return chunk.code
}
