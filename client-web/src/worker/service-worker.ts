/**
 * The one worker of the service. It shows notifications while no page is open and leads to their tables, and it lets
 * the page start without a network. The tables that were seen are kept by the page: nothing of them passes through here.
 */

import { clientsClaim } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { FILE_CACHE, GAME_CACHE, PAGE_CACHE } from '../browser/cachenames'
import { type Answered, answered } from './answered'

declare const self: ServiceWorkerGlobalScope

/** Seconds after which what was kept is shown in place of an answer that does not come. */
const PATIENCE = 3
/** More than two builds of the client have; those that were not used for longest go first. */
const MOST_FILES = 600
/** From here on a status says that nobody is there to answer. */
const NOBODY = 502

// Every build answers alike, so that a new worker need not wait for the pages of the old one to be closed.
void self.skipWaiting()
clientsClaim()
self.addEventListener('activate', (event) => event.waitUntil(self.registration.navigationPreload?.enable()))

const page = new NetworkFirst({
  cacheName: PAGE_CACHE,
  networkTimeoutSeconds: PATIENCE,
  plugins: [
    {
      cacheKeyWillBeUsed: () => Promise.resolve('/'),
      // A page without its files would be worse than an older one: the page keeps itself once it stands.
      cacheWillUpdate: () => Promise.resolve(null),
      fetchDidSucceed: async ({ response }) =>
        response.status < NOBODY ? response : ((await caches.match('/', { cacheName: PAGE_CACHE })) ?? response),
    },
  ],
})
const file = new CacheFirst({
  cacheName: FILE_CACHE,
  plugins: [new ExpirationPlugin({ maxEntries: MOST_FILES, purgeOnQuotaError: true })],
})
const game = new NetworkFirst({ cacheName: GAME_CACHE, networkTimeoutSeconds: PATIENCE })

for (const [what, strategy] of Object.entries({ page, file, game } satisfies Record<Answered, unknown>)) {
  registerRoute(
    ({ url, request, sameOrigin }) => sameOrigin && answered(url.pathname, request.mode === 'navigate') === what,
    strategy,
  )
}

// --- notifications ---------------------------------------------------------------------------------------------------

interface Pushed {
  title?: string
  body?: string
  table?: string
}

self.addEventListener('push', (event) => event.waitUntil(show((event.data?.json() ?? {}) as Pushed)))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open((event.notification.data as string | undefined) ?? '/'))
})

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })
const shows = (page: WindowClient, path: string) => new URL(page.url).pathname === path

async function show({ title = 'Partie', body = '', table = '' }: Pushed): Promise<void> {
  const path = table === '' ? '/' : `/table/${table}`
  // A person who looks at the table needs no call.
  if (table !== '' && (await pages()).some((page) => page.visibilityState === 'visible' && shows(page, path))) return
  // The page's own notification of this table bears the same tag: whichever comes later takes the other's place.
  await self.registration.showNotification(title, { body, tag: `partie.${table}`, data: path })
}

async function open(path: string): Promise<void> {
  const page = (await pages()).find((page) => shows(page, path))
  await (page === undefined ? self.clients.openWindow(path) : page.focus())
}
