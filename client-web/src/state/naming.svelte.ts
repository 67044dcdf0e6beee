/** Asking guests what they want to be called, once, where others will read it. */

import { me } from './app.svelte'
import { wasGiven } from './guest'

let answer = $state.raw<((named: boolean) => void) | undefined>()

/** What the sheet that asks calls at its end; undefined while nobody is asked. */
export function nameWanted(): ((named: boolean) => void) | undefined {
  return answer
}

/** Whether the reader has a name of their own: guests are asked for one, and may decline. */
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
