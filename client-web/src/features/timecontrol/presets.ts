/** The time controls that a table is offered, and how one is said. */

import type { TimeControl } from '../../state/table/clocks'
import type { Proposal } from '../../state/table/document'
import type { Live } from '../../wire/generated'
import { dateLocale } from '../../i18n/i18n.svelte'
import { MINUTE } from './reading'
import { say } from './say'

export type { TimeControl }
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

/** Which of the offered live time controls it is. */
export function liveOf({ game, turn }: { game: number; turn: number }): LiveName | undefined {
  const names = Object.keys(LIVE) as LiveName[]
  return names.find((name) => LIVE[name].game === game && LIVE[name].turn === turn)
}

/** Whether all hours of the day count. */
export function always(timeControl: Partial<Hours>): boolean {
  return ((timeControl.closes ?? 1440) - (timeControl.opens ?? 0)) % 1440 === 0
}

/** The time zone of this machine. */
export function ownZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The time control in one line. */
export function timeControlWords(timeControl: TimeControl | undefined): string {
  if (timeControl === undefined) return say('pace.none')
  if (timeControl.kind === 'live') {
    const turn = timeControl.turn ?? 0
    return timeControl.game % 60 === 0
      ? say('live', { game: timeControl.game / 60, turn })
      : say('live.seconds', { game: timeControl.game, turn })
  }
  const [opens, closes] = [timeControl.opens ?? 0, timeControl.closes ?? 1440]
  const hours = always(timeControl)
    ? say('days.always')
    : say('days.window', { opens: ofDay(opens), closes: ofDay(closes), zone: timeControl.zone ?? 'UTC' })
  const words = say('days', { days: timeControl.days, hours })
  const vacation = timeControl.vacation ?? 0
  return vacation === 0 ? words : `${words}, ${say('days.vacation', { days: vacation })}`
}

/** What a question about the clocks would bring. */
export function proposedTimeControl(proposal: Proposal): string {
  return proposal.what === 'pace' ? timeControlWords(proposal.pace) + '.' : ''
}

function ofDay(minutes: number): string {
  const form = new Intl.DateTimeFormat(dateLocale(), { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return form.format(minutes * MINUTE)
}
