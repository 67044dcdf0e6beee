/** The board of Vinci, as the frame takes it. */

import Laurels from '~icons/game-icons/laurels'
import MapIcon from '~icons/lucide/map'
import { list } from '../../lib/i18n.svelte'
import type { People } from '../../lib/lines'
import type { Words } from '../../lib/words'
import type { GameMove, View } from '../../wire/generated'
import type { Prompt, Question, Scenes, Surface } from '../board'
import { afterPlacing, handOf, held, orderOf, placing, type Player, type Position, positionOf } from './board/position'
import { say } from './board/say'
import FlyingPiece from './FlyingPiece.svelte'
import { scene } from './scenes'

export { default } from './board/Board.svelte'
export { default as Facts } from './board/Facts.svelte'
export { default as Figures } from './board/Figures.svelte'
export { default as Progress } from './board/Progress.svelte'
export { default as Spoken } from './Spoken.svelte'
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

export function prompt(game: View, legal: readonly GameMove[], _: Words, people: People): Prompt | undefined {
  const position = positionOf(game)
  const seat = people.mine ?? -1
  const may = (type: string): boolean => legal.some((move) => move.type === type)
  switch (position.step) {
    case 'choose':
      return { title: say(position.round === 0 ? 'prompt.first' : 'prompt.choose'), help: say('prompt.choose.help') }
    case 'expand': {
      const hand = handOf(position, seat)
      const count = legal.filter(({ type }) => type === 'conquer').length
      if (held(position, seat).length === 0) return { title: say('prompt.enter'), help: say('prompt.enter.help') }
      return {
        title: say(may('decline') ? 'prompt.start' : 'prompt.expand'),
        help: say('prompt.expand.help', { count, hand }),
      }
    }
    case 'keep':
      return { title: say('prompt.keep'), help: say('prompt.keep.help') }
    case 'regroup':
      return {
        title: say('prompt.regroup'),
        help: regroupHelp(position.players[String(seat)], may),
        done: may('end_turn') && !may('build_fort') && !may('make_treaty'),
      }
    case 'survive':
      return {
        title: say('prompt.survive'),
        help: [
          say('prompt.survive.help', { count: position.survivors?.[String(seat)] ?? 0 }),
          nextAfter(position, seat, people),
        ].join(' '),
      }
    case 'over':
      return undefined
  }
}

/** What comes when a seat has placed its survivors. */
function nextAfter(position: Position, seat: number, people: People): string {
  const next = afterPlacing(position, seat)
  if (next === undefined) return say('survive.then.over')
  return next === people.mine ? say('survive.then.me') : say('survive.then', { name: people.seat(next) })
}

/** What the one who decides is about. */
export function waits(game: View, [seat]: readonly number[], _: Words, people: People): string | undefined {
  const position = positionOf(game)
  if (seat === undefined) return undefined
  switch (position.step) {
    case 'choose':
      return say('waits.choose')
    case 'expand':
      return say(position.turn?.acted === true ? 'waits.expand' : 'waits.start', { hand: handOf(position, seat) })
    case 'keep':
      return say('waits.keep')
    case 'regroup':
      return say('waits.regroup')
    case 'survive': {
      const count = position.survivors?.[String(seat)] ?? 0
      return [say('waits.survive', { count }), nextAfter(position, seat, people)].join(' ')
    }
    case 'over':
      return undefined
  }
}

function regroupHelp(player: Player | undefined, may: (type: string) => boolean): string {
  const hand = player?.hand ?? 0
  if (hand > 0) return say('prompt.regroup.hand', { count: hand })
  if (may('build_fort')) return say('prompt.regroup.fort')
  return say(may('make_treaty') ? 'prompt.regroup.treaty' : 'prompt.regroup.help')
}

/** Beside the reasons for it a decline is named briefly. */
export function deed({ type }: GameMove): string | undefined {
  return type === 'decline' ? say('deed.decline') : undefined
}

/** A people that has not entered is gone if it conquers nothing. */
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
