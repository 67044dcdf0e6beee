/** Keeps the page that runs the page that the service hands out: see `stale.ts` for when it reloads. */

import type { Connection } from './connection'
import { StalePage, type Memory } from './stale'
import { ownBuild, ownScripts } from '../browser/build'
import { Live } from '../browser/live.svelte'
import { watchSheets } from '../browser/whole'

/** Milliseconds after which a page that first hears of a build no longer trusts that it came from it. */
const YOUNG = 10_000

const KEY = 'partie.reloaded'

/** A tab's own memory. Where there is none the page is never reloaded by itself, so that it cannot go round. */
const memory: Memory = {
  get: () => sessionStorage.getItem(KEY),
  set: (reason) => sessionStorage.setItem(KEY, reason),
}

/** Whether the page that the service hands out starts other scripts than this one. */
async function replaced(): Promise<boolean> {
  const scripts = ownScripts()
  if (scripts.length === 0) return false
  try {
    const answer = await fetch('/', { cache: 'no-cache' })
    const page = await answer.text()
    return answer.ok && !scripts.every((script) => page.includes(`src="${script}"`))
  } catch {
    return false
  }
}

let idle = (): boolean => true

const page = new StalePage(
  {
    memory,
    idle: () => idle(),
    begun: () => document.querySelector('form[data-begun]') !== null,
    replaced,
    reload: () => location.reload(),
  },
  () => performance.now() > YOUNG,
)
export const livePage = new Live(page)

export function stayFresh(connection: Connection): void {
  watchSheets()
  idle = () => connection.pending.length === 0
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work()
    } catch {
      return undefined
    }
  }
  connection.listen((message) => {
    if (message.t === 'welcome') void page.hear(message.build).catch(() => undefined)
  })
  connection.watch(() => {
    if (connection.link.is === 'old') attempt(() => page.broken('wire'))
    attempt(() => page.attempt())
  })
  // A part that cannot be fetched went away with the build it belonged to, or nobody answers just now: a page that is
  // reloaded without a connection would be lost altogether.
  addEventListener('vite:preloadError', () => {
    void replaced().then((gone) => gone && attempt(() => page.broken(`part of ${ownBuild()}`)))
  })
}
