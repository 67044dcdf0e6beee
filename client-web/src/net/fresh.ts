/** Keeps the page that runs the page that the service hands out: see `stale.ts` for when it reloads. */

import type { Connection } from './connection'
import { StalePage, type Memory } from './stale'
import { watchSheets } from '../browser/whole'

/** Milliseconds after which a page that first hears of a build no longer trusts that it came from it. */
const YOUNG = 10_000

const KEY = 'partie.reloaded'

/** A tab's own memory. Where there is none the page is never reloaded by itself, so that it cannot go round. */
const memory: Memory = {
  get: () => sessionStorage.getItem(KEY),
  set: (reason) => sessionStorage.setItem(KEY, reason),
}

/** The script that this page was started by, which names its build. */
function own(): string {
  return document.querySelector<HTMLScriptElement>('script[type=module][src]')?.getAttribute('src') ?? ''
}

/** Whether the page that the service hands out starts another script than this one. */
async function replaced(): Promise<boolean> {
  const script = own()
  if (script === '') return false
  try {
    const answer = await fetch('/', { cache: 'no-cache' })
    return answer.ok && !(await answer.text()).includes(script)
  } catch {
    return false
  }
}

export function stayFresh(connection: Connection): void {
  watchSheets()
  const page = new StalePage(
    {
      memory,
      idle: () => connection.pending.length === 0,
      begun: () => document.querySelector('form[data-begun]') !== null,
      replaced,
      reload: () => location.reload(),
    },
    () => performance.now() > YOUNG,
  )
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
    void replaced().then((gone) => gone && attempt(() => page.broken(`part of ${own()}`)))
  })
}
