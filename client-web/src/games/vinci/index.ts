/** The board of Vinci, as the frame takes it. */

import Laurels from '~icons/game-icons/laurels'
import MapIcon from '~icons/lucide/map'
import { list } from '../../lib/i18n.svelte'
import type { People } from '../../lib/lines'
import type { Words } from '../../lib/words'
import type { GameMove, View } from '../../wire/generated'
import type { Question, Scenes, Surface } from '../contract'
import { held, orderOf, placing, positionOf } from './board/position'
import { roman } from './board/roman'
import { say } from './board/say'
import FlyingPiece from './FlyingPiece.svelte'
import { scene } from './scenes'

export { default } from './board/Board.svelte'
export { default as Facts } from './board/Facts.svelte'
export { default as Figures } from './board/Figures.svelte'
export { default as Progress } from './board/Progress.svelte'
export { prompt, waits } from './board/prompt'
export { default as Spoken } from './Spoken.svelte'
export { spots } from './spots'
export { tour } from './tour'

export const folds = true
export const offers = true
export const scenes: Scenes = { scene, Piece: FlyingPiece }

export function surfaces(): readonly Surface[] {
  return [
    { key: 'map', label: () => say('surface.map'), icon: MapIcon },
    { key: 'peoples', label: () => say('surface.peoples'), icon: Laurels },
  ]
}

export function surfaceFor(_: View, legal: readonly GameMove[]): string {
  return legal.some(({ type }) => type === 'choose_pair') ? 'peoples' : 'map'
}

export function order(game: View): readonly number[] {
  return orderOf(positionOf(game))
}

/** Survivors that a seat has to place or waits for, or who may not attack it. */
export function note(game: View, seat: number, _: Words, people: People): string | undefined {
  const position = positionOf(game)
  const { survivors, players, turn } = position
  const count = survivors?.[String(seat)] ?? 0
  if (count > 0) return say('note.survivors', { count })
  const others = placing(position)
  if (others.length > 0 && turn?.seat === seat) {
    return say('note.waits', { names: list(others.map((each) => people.seat(each))) })
  }
  const friends = players[String(seat)]?.friends ?? []
  return friends.length === 0
    ? undefined
    : say('note.friend', { names: list(friends.map((each) => people.seat(each))) })
}

/** Next to the reasons for it a decline is named briefly, and a pair as it lies there. */
export function action({ type, pair }: GameMove): string | undefined {
  if (type === 'choose_pair') return say('deed.pair', { pair: roman(Number(pair)) })
  return type === 'decline' ? say('deed.decline') : undefined
}

/** A civilization that has not entered is gone if it conquers nothing. */
export function confirm(
  game: View,
  move: GameMove,
  _: readonly GameMove[],
  __: Words,
  people: People,
): Question | undefined {
  const position = positionOf(game)
  const seat = people.mine ?? -1
  if (move.type !== 'end_conquest' || held(position, seat).length > 0) return undefined
  return {
    title: say('ask.gone.title'),
    text: say('ask.gone.text', { count: position.players[String(seat)]?.hand ?? 0 }),
    yes: say('ask.gone.yes'),
    no: say('ask.gone.no'),
  }
}
