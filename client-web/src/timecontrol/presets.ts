/** The paces that a table is offered, and how a pace is said. */

import type { Pace } from '../lib/clocks'
import type { Proposal } from '../lib/document'
import type { Live } from '../wire/generated'
import { language } from '../lib/i18n.svelte'
import { MINUTE } from './reading'
import { say } from './say'

export type { Pace }
export type Falls = NonNullable<Live['falls']>

export type LiveName = 'quick' | 'calm' | 'long'

/** Seconds a seat for the game, and more for each turn. */
export const LIVE: Record<LiveName, { game: number; turn: number }> = {
  quick: { game: 300, turn: 5 },
  calm: { game: 900, turn: 15 },
  long: { game: 2_700, turn: 30 },
}

export const DAYS = [1, 2, 4] as const
export const VACATIONS = [0, 7, 21] as const

/** Minutes of the day between which time counts. */
export interface Hours {
  opens: number
  closes: number
}

export const WAKING: Hours = { opens: 480, closes: 1320 }

/** Which of the offered live paces it is. */
export function liveOf({ game, turn }: { game: number; turn: number }): LiveName | undefined {
  const names = Object.keys(LIVE) as LiveName[]
  return names.find((name) => LIVE[name].game === game && LIVE[name].turn === turn)
}

/** Whether all hours of the day count. */
export function always(pace: Partial<Hours>): boolean {
  return ((pace.closes ?? 1440) - (pace.opens ?? 0)) % 1440 === 0
}

/** The time zone of this machine. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The pace in one line. */
export function paceWords(pace: Pace | undefined): string {
  if (pace === undefined) return say('pace.none')
  if (pace.kind === 'live') {
    const turn = pace.turn ?? 0
    return pace.game % 60 === 0
      ? say('live', { game: pace.game / 60, turn })
      : say('live.seconds', { game: pace.game, turn })
  }
  const [opens, closes] = [pace.opens ?? 0, pace.closes ?? 1440]
  const hours = always(pace)
    ? say('days.always')
    : say('days.window', { opens: ofDay(opens), closes: ofDay(closes), zone: pace.zone ?? 'UTC' })
  const words = say('days', { days: pace.days, hours })
  const vacation = pace.vacation ?? 0
  return vacation === 0 ? words : `${words}, ${say('days.vacation', { days: vacation })}`
}

/** What a question about the clocks would bring. */
export function proposedPace(proposal: Proposal): string {
  return proposal.what === 'pace' ? paceWords(proposal.pace) + '.' : ''
}

function ofDay(minutes: number): string {
  const form = new Intl.DateTimeFormat(language(), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return form.format(minutes * MINUTE)
}
