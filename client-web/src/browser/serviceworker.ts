/** The worker of the service in this browser, and that the page starts without a network once it has stood. */

import { ownBuild, ownScripts } from './build'
import { PAGE_CACHE } from './cachenames'
import { recall, remember } from './remember'

const WORKER = '/service-worker.js'
/** Under which the browser remembers of which build the kept page is. */
const BUILD = 'build.kept'
const FILES = /^\/(assets|boards)\/|^\/api\/games(\/[^/]+\/words\.\w+\.json)?$/

/** Whether this browser has workers: only in a secure context. */
export function workersWork(): boolean {
  return isSecureContext && 'serviceWorker' in navigator
}

/** Install the worker, or its newest version; done when it is at work. */
export async function installWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(WORKER)
  return navigator.serviceWorker.ready
}

/** Have the page start without a network from now on, unless it does. Everything it needs is kept before itself. */
export async function keepPage(): Promise<void> {
  const { active } = await installWorker()
  if (active === null || recall(BUILD) === ownBuild()) return
  await told(active, { type: 'CACHE_URLS', payload: { urlsToCache: used(performance.getEntriesByType('resource')) } })
  const page = await fetch('/', { cache: 'no-cache' })
  const text = await page.clone().text()
  // Another build may have come meanwhile, whose files are not here.
  if (!page.ok || !ownScripts().every((script) => text.includes(`src="${script}"`))) return
  await (await caches.open(PAGE_CACHE)).put('/', page)
  remember(BUILD, ownBuild())
}

/** The addresses of what a page has fetched before the worker was at work, and will need again. */
export function used(fetched: readonly { name: string }[], origin: string = location.origin): string[] {
  const urls = fetched.map(({ name }) => new URL(name))
  return [...new Set(urls.filter((url) => url.origin === origin && FILES.test(url.pathname)).map((url) => url.href))]
}

/** Send the worker a message; done when it has done what that says. */
function told(worker: ServiceWorker, message: unknown): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((done) => {
    port1.onmessage = () => done()
    worker.postMessage(message, [port2])
  })
}
