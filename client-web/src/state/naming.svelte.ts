/** Asking guests what they want to be called, once, where others will read it. */

import { me } from './app.svelte'
import { wasGiven } from './guest'

let answer = $state.raw<((named: boolean) => void) | undefined>()

/** What the sheet that asks calls at its end; undefined while it is not shown. */
export function nameWanted(): ((named: boolean) => void) | undefined {
  return answer
}

/** Whether the reader has a name of their own: a guest gets a sheet for it, and may close that. */
export function named(): Promise<boolean> {
  if (!wasGiven(me().name)) return Promise.resolve(true)
  answer?.(false)
  return new Promise((done) => {
    answer = (named) => {
      answer = undefined
      done(named)
    }
  })
}
