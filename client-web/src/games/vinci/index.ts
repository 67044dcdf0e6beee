/** The board of Vinci. */

import './tokens.css'
import laurels from '~icons/game-icons/laurels?raw'
import map from '~icons/lucide/map?raw'
import { list } from '../../i18n/i18n.svelte'
import type { GameMove } from '../../wire/generated'
import type { Position, Question, Scenes, Surface } from '../../board/contract'
import { fetched } from '../../board/fetched'
import { part } from '../../board/part.svelte'
import Board from './board/Board.svelte'
import Facts from './board/Facts.svelte'
import Figures from './board/Figures.svelte'
import Progress from './board/Progress.svelte'
import { held, isFirst, orderOf, placing, positionOf } from './board/position'
import { roman } from './board/roman'
import { say } from './board/say'
import FlyingPiece from './motion/FlyingPiece.svelte'
import { scene } from './motion/scene'

export { prompt, waits } from './board/prompt'
export { spots } from './board/spots'
export { tour } from './board/tour'
export { keys } from './board/keyhelp'

export const overview = async () => part((await import('./overview/Overview.svelte')).default)
export const illustrations = async () => (await import('./illustrations')).illustrations
export const mount = part(Board)
export const figures = part(Figures)
export const facts = part(Facts)
export const progress = part(Progress)
export const spoken = fetched(async () => (await import('./spoken')).inWords)
export const complete = true
export const inPage = true
export const folds = true
export const offers = true
export const scenes: Scenes = { scene, piece: part(FlyingPiece) }

export function surfaces(): readonly Surface[] {
  return [
    { key: 'map', label: () => say('surface.map'), icon: map },
    { key: 'peoples', label: () => say('surface.peoples'), icon: laurels },
  ]
}

export function surfaceFor({ legal }: Position): string {
  return legal.some(({ type }) => type === 'choose_pair') ? 'peoples' : 'map'
}

export function order({ game }: Position): readonly number[] {
  return orderOf(positionOf(game))
}

/** Survivors that a seat has to place or waits for, a people that has not entered, or with whom there is a treaty. */
export function note({ game, people }: Position, seat: number): string | undefined {
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
export function action({ game }: Position, { type, pair }: GameMove): string | undefined {
  if (type === 'choose_pair') return say('deed.pair', { pair: roman(Number(pair)) })
  if (type !== 'decline') return undefined
  const position = positionOf(game)
  return say(held(position, position.turn?.seat).length === 0 ? 'deed.giveup' : 'deed.decline')
}

/** A civilization that has not entered waits if it conquers nothing; by version 1 it is gone. */
export function confirm({ game, people }: Position, move: GameMove): Question | undefined {
  const position = positionOf(game)
  const seat = people.mine ?? -1
  if (move.type !== 'end_conquest' || held(position, seat).length > 0) return undefined
  const count = position.players[String(seat)]?.hand ?? 0
  const no = say('ask.gone.no')
  return isFirst(position)
    ? { title: say('ask.gone.title'), text: say('ask.gone.text', { count }), yes: say('ask.gone.yes'), no }
    : { title: say('ask.wait.title'), text: say('ask.wait.text', { count }), yes: say('ask.wait.yes'), no }
}
