/** The durations of the tokens, read from the page. */

import type { Times } from './steps'

/** As in tokens.css; used where there is no page. */
export const TIMES: Times = { step: 160, move: 380, count: 520, hold: 2400 }

/** The token `--e-hand`: lifted, carried, laid. */
export const HAND = 'cubic-bezier(0.45, 0.05, 0.2, 1)'
/** The token `--e-out`: arriving. */
export const OUT = 'cubic-bezier(0.2, 0.75, 0.25, 1)'

export function readTimes(style: Pick<CSSStyleDeclaration, 'getPropertyValue'>): Times {
  const read = (name: keyof Times): number => {
    // A build may write 380ms as .38s.
    const [, value, unit] = /^\s*([\d.]+)(m?s)\s*$/.exec(style.getPropertyValue(`--m-${name}`)) ?? []
    return value === undefined ? TIMES[name] : Number(value) * (unit === 's' ? 1_000 : 1)
  }
  return { step: read('step'), move: read('move'), count: read('count'), hold: read('hold') }
}
