/** What the map shows of a province in addition to its print. */

import type { Province } from '../../data.generated'

/** What lies in a province, as the engine shows it; without a seat it is neutral. */
export interface Holding {
  pieces: number
  seat?: number | undefined
  levies?: number | undefined
  declined?: boolean | undefined
  fort?: boolean | undefined
}

export interface ProvinceMark {
  /** Pieces that a conquest takes. */
  cost?: number | undefined
  /** It can be done: a sun rim. */
  reachable?: boolean | undefined
  /** It is in reach but cannot be paid: a broken rim and a padlock. */
  tooExpensive?: boolean | undefined
  /** It is aimed at or chosen: the full sun. */
  chosen?: boolean | undefined
  /** It has just happened: heather. */
  news?: boolean | undefined
  /** A piece may be put here, or taken away. */
  plus?: boolean | undefined
  minus?: boolean | undefined
  /** How many pieces come or go, before they do. */
  change?: number | undefined
  /** Where the pieces that come have been before. */
  from?: Province | undefined
  /** One of several parts: a letter or number on it, such as the parts of a split empire. */
  part?: string | undefined
  /** It is named by what is pointed at elsewhere. */
  spotlight?: boolean | undefined
}

export type Marks = Readonly<Partial<Record<Province, ProvinceMark>>>
export type Land = Readonly<Partial<Record<Province, Holding>>>
