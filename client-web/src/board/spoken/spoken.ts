/** A board in words: what lies where, what can be done and what it costs. Games write it, `SpokenTwin` shows it. */

import type { GameMove } from '../../wire/generated'

export interface Item {
  /** Its place in the order of play, in a section that has one. */
  number?: number
  text: string
}

export interface Section {
  key: string
  title: string
  intro: string[]
  /** Its items stand in the order of play. */
  ordered?: boolean
  /** One without a title follows the introduction at once. */
  lists: { title: string; items: Item[] }[]
}

export interface Choice {
  /** Tells moves apart. */
  key: string
  move: GameMove
  label: string
  /** Price and gain, a line each. */
  details: string[]
}

export interface Choices {
  key: string
  title: string
  choices: Choice[]
}

export interface Spoken {
  /** Stands above it all; without, the page has words of its own. */
  title?: string
  sections: Section[]
  choices: Choices[]
  /** What looks possible and is not, with the reason and its rule. */
  refused: string[]
}
