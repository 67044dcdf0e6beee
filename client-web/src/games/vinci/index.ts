/** The board of Vinci, as the frame takes it. */

import Laurels from '~icons/game-icons/laurels'
import MapIcon from '~icons/lucide/map'
import { list } from '../../i18n/i18n.svelte'
import type { People } from '../../i18n/lines'
import type { Words } from '../../i18n/words'
import type { GameMove, View } from '../../wire/generated'
import type { Question, Scenes, Surface } from '../../board/contract'
import { held, isFirst, orderOf, placing, positionOf } from './board/position'
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

export const overview = () => import('./overview/Overview.svelte')
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

/** Survivors that a seat has to place or waits for, a people that has not entered, or with whom there is a treaty. */
export function note(game: View, seat: number, _: Words, people: People): string | undefined {
  const position = positionOf(game)
  const { survivors, players, turn } = position
  const count = survivors?.[String(seat)] ?? 0
  if (count > 0) return say('note.survivors', { count })
  const others = placing(position)
  if (others.length > 0 && turn?.seat === seat) {
    return say('note.waits', { names: list(others.map((each) => people.seat(each))) })
  }
  const hand = players[String(seat)]?.hand ?? 0
  if (hand > 0 && position.round > 0 && held(position, seat).length === 0) return say('note.outside', { count: hand })
  const friends = players[String(seat)]?.friends ?? []
  return friends.length === 0
    ? undefined
    : say('note.friend', { names: list(friends.map((each) => people.seat(each))) })
}

/** Next to the reasons for it a decline is named briefly, and a pair as it lies there. */
export function action({ type, pair }: GameMove, _: Words, game: View): string | undefined {
  if (type === 'choose_pair') return say('deed.pair', { pair: roman(Number(pair)) })
  if (type !== 'decline') return undefined
  const position = positionOf(game)
  return say(held(position, position.turn?.seat).length === 0 ? 'deed.giveup' : 'deed.decline')
}

/** A civilization that has not entered waits if it conquers nothing; by version 1 it is gone. */
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
  const count = position.players[String(seat)]?.hand ?? 0
  const no = say('ask.gone.no')
  return isFirst(position)
    ? { title: say('ask.gone.title'), text: say('ask.gone.text', { count }), yes: say('ask.gone.yes'), no }
    : { title: say('ask.wait.title'), text: say('ask.wait.text', { count }), yes: say('ask.wait.yes'), no }
}
