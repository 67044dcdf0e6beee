/** How a game ended, in words: who won, and where oneself came in. */

import type { TableInfo } from '../../state/table/document'
import { list, t } from '../../i18n/i18n.svelte'
import { withScore } from '../../i18n/scores'
import type { Words } from '../../i18n/words'

type Ended = Pick<TableInfo, 'result'>

/** A seat at the end. */
export interface Ranked {
  seat: number
  /** 1 is best; seats may share it. */
  place: number
  points: number
}

/** All seats, the best first; nobody before the end. */
export function ranking({ result }: Ended): readonly Ranked[] {
  if (result === undefined) return []
  return result.scores
    .map((points, seat) => ({ seat, place: result.places[seat] ?? 0, points }))
    .sort((one, other) => one.place - other.place)
}

/** The winner; undefined if nobody won. */
export function won({ result }: Ended, name: (seat: number) => string, words: Words): string | undefined {
  const winners = result?.winners ?? []
  const first = winners[0]
  if (result === undefined || first === undefined) return undefined
  const who = { names: list(winners.map(name)), count: winners.length }
  return words.scored
    ? t('rail.won.with', { ...who, score: withScore(words, result.scores[first] ?? 0) })
    : t('rail.won', who)
}

/** What is said aloud at the end; empty before it. `mine`: your seat. */
export function outcome(
  info: Ended | undefined,
  mine: number | undefined,
  name: (seat: number) => string,
  words: Words,
): string {
  const result = info?.result
  if (info === undefined || result === undefined) return ''
  const own = mine === undefined ? '' : cameIn(result.places[mine] ?? 0, result.scores[mine] ?? 0, words)
  return [won(info, name, words) ?? t('rail.over'), own].filter((part) => part !== '').join('. ')
}

function cameIn(place: number, score: number, words: Words): string {
  return words.scored ? t('result.own.with', { place, score: withScore(words, score) }) : t('result.own', { place })
}
