/** Stands in for the service: the games that come with Partie, and their words. */

import type { GameInfo } from '../src/net/api'

const icons = import.meta.glob<string>('../src/games/*/icon.svg', { query: '?url', import: 'default', eager: true })
const words = import.meta.glob<string>('../../engines/partie/games/*/words.*.json', {
  query: '?raw',
  import: 'default',
})

const games = Object.entries(icons).map(([path, icon]): GameInfo => {
  const key = path.split('/').at(-2) ?? ''
  return { key, version: 1, seats: [], automatic: [], minutes: 0, weight: 0, variant: '', options: {}, icon }
})

/** Stands in for the server: the gallery needs only the games and their words. */
export async function answer(asked: RequestInfo | URL): Promise<Response> {
  const { pathname } = new URL(asked instanceof Request ? asked.url : asked, location.href)
  if (pathname === '/api/games') return Response.json(games)
  const load = words[pathname.replace('/api/games', '../../engines/partie/games')]
  return load === undefined ? new Response(null, { status: 404 }) : new Response(await load())
}
