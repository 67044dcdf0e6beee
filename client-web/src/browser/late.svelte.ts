/** Parts of the page that nobody needs at once: they come when they are wanted, or when there is nothing else to do. */

import type { Component } from 'svelte'
import { showFonts } from './fonts'
import { persist } from './persist'
import { whole } from './whole'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
export class Late<Props extends Record<string, any>> {
  /** The part, once it has come. */
  here = $state.raw<Component<Props> | undefined>()
  /** It could not be fetched when it was last wanted. */
  failed = $state(false)
  private underway: Promise<void> | undefined

  constructor(private readonly load: () => Promise<{ default: Component<Props> }>) {}

  /** Done when it has come or has failed, after which it may be tried again. */
  fetch(): Promise<void> {
    this.underway ??= whole(this.load()).then(
      (module) => {
        this.here = module.default
        this.failed = false
      },
      () => {
        this.underway = undefined
        this.failed = true
      },
    )
    return this.underway
  }

  /** Ask for it until it has come; the returned function gives that up. */
  want(): () => void {
    const load = async (): Promise<void> => {
      await this.fetch()
      if (this.failed) throw new Error('a part of the page has not come')
    }
    return persist(load, () => undefined)
  }
}

/** Marks of the page: it stands, and what it fetches from now on can wait; nothing is left to fetch. */
export const STANDS = 'partie.stands'
export const COMPLETE = 'partie.complete'

/** Milliseconds until a browser that does not tell when it is idle is taken to be so, and one that never is. */
const SOON = 200
const LATEST = 1_000

let come = $state(false)

/** Whether the first page has fetched what it wants by itself: what nobody waits for holds it up no more. */
export const hasCome = (): boolean => come

export function pageHasCome(): void {
  come = true
}

/** Fetch parts as soon as the page is idle; the returned function gives that up. */
export function whenIdle(parts: readonly { fetch: () => Promise<void> }[]): () => void {
  const fetch = (): void => {
    performance.mark(STANDS)
    void Promise.all([showFonts(), ...parts.map((part) => part.fetch())]).then(() => {
      performance.mark(COMPLETE)
      pageHasCome()
    })
  }
  if (typeof requestIdleCallback !== 'function') {
    const waiting = setTimeout(fetch, SOON)
    return () => clearTimeout(waiting)
  }
  const waiting = requestIdleCallback(fetch, { timeout: LATEST })
  return () => cancelIdleCallback(waiting)
}
