/** What a profile's figures add up to, and how long its bars are. */

import type { ItemAverage, Profile } from './profile'

export interface Totals {
  played: number
  won: number
  /** Of those played, 0 to 1. */
  share: number
  /** Persons, without bots. */
  opponents: number
  /** Games that a bot finished, which are not among those played. */
  bots: number
  /** Games of which only places and totals are kept. */
  older: number
}

export function totals({ statistics, against }: Pick<Profile, 'statistics' | 'against'>): Totals {
  const sum = (of: (row: Profile['statistics'][number]) => number) => statistics.reduce((all, row) => all + of(row), 0)
  const played = sum((row) => row.played)
  const won = sum((row) => row.won)
  return {
    played,
    won,
    share: played === 0 ? 0 : won / played,
    opponents: against.filter(({ person }) => person !== '').length,
    bots: sum((row) => row.bot_finished),
    older: sum((row) => row.unitemized),
  }
}

/** A bar in percent of the room for all: where it begins from the left, and how long it is. */
export interface Bar {
  left: number
  length: number
}

export interface Bars {
  /** Where nothing is; bars of what costs points lie before it. */
  zero: number
  rows: { own: Bar; others: Bar | undefined }[]
}

export function bars(items: readonly Pick<ItemAverage, 'own' | 'others'>[]): Bars {
  const all = items.flatMap(({ own, others }) => [own, others ?? 0])
  const [low, high] = [Math.min(0, ...all), Math.max(0, ...all)]
  const room = high - low || 1
  const bar = (points: number): Bar => ({
    left: (100 * (Math.min(0, points) - low)) / room,
    length: (100 * Math.abs(points)) / room,
  })
  return {
    zero: (100 * (0 - low)) / room,
    rows: items.map(({ own, others }) => ({ own: bar(own), others: others === null ? undefined : bar(others) })),
  }
}
