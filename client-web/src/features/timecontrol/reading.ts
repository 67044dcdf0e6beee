/** What a clock shows. */

import { perLanguage } from '../../i18n/perlanguage'
import type { Clock, Clocks } from '../../state/table/clocks'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE

/** The service's time as of which clocks are read: at a position of the past it is that position's own. */
export function readAt(clocks: Clocks, past: boolean, now: number): number {
  return past ? clocks.at : now
}

/** What a seat has left then. */
export function remaining({ left, until }: Clock, at: number): number {
  return until === undefined ? left : Math.max(0, until - at)
}

/** Below so much a clock shows tenths. */
export const TENTHS = 10 * SECOND

const tenths = perLanguage((language) => new Intl.NumberFormat(language, { minimumFractionDigits: 1 }))

/** The time left, as clocks show it: 1:02:03, 4:05, and 9.4 in the last seconds. */
export function reading(left: number, language: string): string {
  const rest = Math.max(0, left)
  if (rest < TENTHS) return tenths(language).format(Math.floor(rest / 100) / 10)
  const [hours, minutes, seconds] = [rest / HOUR, (rest % HOUR) / MINUTE, (rest % MINUTE) / SECOND].map(Math.floor) as [
    number,
    number,
    number,
  ]
  const two = (number: number): string => String(number).padStart(2, '0')
  return hours > 0 ? `${String(hours)}:${two(minutes)}:${two(seconds)}` : `${String(minutes)}:${two(seconds)}`
}

/** Below so much the time of the day says when time is over, and up to so much the day of the week does. */
const SOON = 18 * HOUR
const FAR = 6 * 24 * HOUR

/** When time is over (milliseconds since 1970), with no more than is needed; `short`: the day alone where it is not soon. */
export function ending(until: number, now: number, locale: string, short: boolean): string {
  const left = until - now
  return new Intl.DateTimeFormat(locale, {
    ...(left >= FAR ? { day: 'numeric', month: 'short' } : left >= SOON ? { weekday: 'short' } : {}),
    ...(left < SOON || !short ? { hour: 'numeric', minute: '2-digit' } : {}),
  }).format(until)
}

/** In how many milliseconds a clock shows something else. */
export function untilNext(left: number): number {
  const step = left <= TENTHS ? 100 : SECOND
  return Math.max(20, (left % step) + 1)
}
