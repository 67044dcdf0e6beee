/** What the worker answers if there is no network, by its address. Nothing that is meant for one person is among it. */

export type Answered = 'page' | 'file' | 'game'

/** What the service answers itself and not by the page. */
const APART: ReadonlySet<string> = new Set(['api', 'assets', 'boards', 'docs', 'healthz', 'metrics', 'readyz', 'ws'])
const GAME = /^\/api\/games(\/[^/]+\/(words|rules)\.\w+\.\w+)?$/

/** `navigates`: the browser opens the address, rather than a page asking for a part. */
export function answered(path: string, navigates: boolean): Answered | undefined {
  const [, first = ''] = path.split('/')
  if (navigates) return APART.has(first) || path.slice(path.lastIndexOf('/')).includes('.') ? undefined : 'page'
  // Their names tell their content: they are the same for ever.
  if (first === 'assets' || first === 'boards') return 'file'
  return GAME.test(path) ? 'game' : undefined
}
