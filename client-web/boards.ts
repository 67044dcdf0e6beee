/** Where the boards of the games in `src/games` are: one folder each, found and not named. */

import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Plugin } from 'vite'

/** The folders by the keys of their games. */
export const GAMES: Readonly<Record<string, string>> = Object.fromEntries(
  globSync('src/games/*/index.ts')
    .map((path) => dirname(path))
    .sort()
    .map((folder) => [basename(folder), folder]),
)

/** The file that tells the service of them. */
const LIST = 'games.json'

/** What the service tells of a game, so that the page can show its board. */
interface Found {
  board: string
  requires: readonly string[]
  icon: string
  picture: string
}

/**
 * Writes the list of boards next to the built page: their modules, what these import, and the games' icons and pictures.
 *
 * While the client is developed, the answer of the service about its games names the sources instead.
 */
export function boards(service: string): Plugin {
  const drawn = new Map<string, { icon: string; picture: string }>()
  return {
    name: 'boards',
    buildStart() {
      if (this.environment.mode !== 'build') return
      for (const [game, folder] of Object.entries(GAMES)) {
        const [icon = '', picture = ''] = ['icon.svg', 'picture.webp'].map((name) =>
          this.emitFile({ type: 'asset', name: `${game}-${name}`, source: readFileSync(`${folder}/${name}`) }),
        )
        drawn.set(game, { icon, picture })
      }
    },
    generateBundle(_, bundle) {
      const found: Record<string, Found> = {}
      for (const [game, { icon, picture }] of drawn) {
        const entry = Object.values(bundle).find((file) => file.type === 'chunk' && file.isEntry && file.name === game)
        if (entry?.type !== 'chunk') throw new Error(`the build left no board of ${game}`)
        const requires = new Set<string>()
        const collect = (name: string): void => {
          const chunk = bundle[name]
          if (chunk?.type !== 'chunk') return
          for (const imported of chunk.imports) {
            if (requires.has(imported)) continue
            requires.add(imported)
            collect(imported)
          }
          for (const sheet of chunk.viteMetadata?.importedCss ?? []) requires.add(sheet)
        }
        collect(entry.fileName)
        found[game] = {
          board: `/${entry.fileName}`,
          requires: [...requires].map((name) => `/${name}`),
          icon: `/${this.getFileName(icon)}`,
          picture: `/${this.getFileName(picture)}`,
        }
      }
      this.emitFile({ type: 'asset', fileName: LIST, source: JSON.stringify(found) })
    },
    configureServer({ middlewares }) {
      middlewares.use('/api/games', (request, response, next) => {
        if (request.url !== '/' && request.url !== '') {
          next()
          return
        }
        fetch(`${service}/api/games`)
          .then(async (answer) => {
            const games = (await answer.json()) as { key: string; board?: string }[]
            const sources = games.map((game) => {
              const folder = GAMES[game.key]
              return folder === undefined || game.board?.startsWith('/boards/') === true
                ? game
                : {
                    ...game,
                    board: `/${folder}/index.ts`,
                    icon: `/${folder}/icon.svg`,
                    picture: `/${folder}/picture.webp`,
                    requires: [],
                  }
            })
            response.setHeader('Content-Type', 'application/json')
            response.end(JSON.stringify(sources))
          })
          .catch(next)
      })
    },
  }
}
