/** Shows calls while no page of the service is open, and leads to the table. It keeps nothing and fetches nothing. */

self.addEventListener('install', () => self.skipWaiting())

self.addEventListener('push', (event) => event.waitUntil(show(event.data?.json() ?? {})))

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data ?? '/'))
})

const pages = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })
const shows = (page, path) => new URL(page.url).pathname === path

async function show({ title = 'Partie', body = '', table = '' }) {
  const path = table === '' ? '/' : `/table/${table}`
  // Who looks at the table needs no call.
  if (table !== '' && (await pages()).some((page) => page.visibilityState === 'visible' && shows(page, path))) return
  // The page's own notification of this table bears the same tag: whichever comes later takes the other's place.
  await self.registration.showNotification(title, { body, tag: `partie.${table}`, data: path })
}

async function open(path) {
  const page = (await pages()).find((page) => shows(page, path))
  await (page === undefined ? self.clients.openWindow(path) : page.focus())
}
