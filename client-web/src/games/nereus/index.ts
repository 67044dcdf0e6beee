/** The board of Waters of Nereus. */

import './tokens.css'
import crates from '~icons/game-icons/wooden-crate?raw'
import waves from '~icons/game-icons/waves?raw'
import wheel from '~icons/game-icons/ship-wheel?raw'
import { capital } from '../../i18n/i18n.svelte'
import type { GameMove, View } from '../../wire/generated'
import type { Position, Prompt, Scenes, Surface, Words } from '../../board/contract'
import { fetched } from '../../board/fetched'
import { part } from '../../board/part.svelte'
import Asked from './board/Asked.svelte'
import Board from './board/Board.svelte'
import Facts from './board/Facts.svelte'
import Figures from './board/Figures.svelte'
import { keepCount } from './board/model'
import { type Position as Places, positionOf } from './board/position'
import Progress from './board/Progress.svelte'
import { say, type SayKey } from './board/say'
import FlyingPiece from './motion/FlyingPiece.svelte'
import { scene } from './motion/scene'
import ScoringSheet from './motion/ScoringSheet.svelte'
import SmallMap from './board/SmallMap.svelte'

export { confirm } from './board/confirm'
export { announce } from './spoken/announce'
export { spots } from './board/spots'
export { tour } from './board/tour'
export { keys } from './board/keyhelp'

export const overview = async () => part((await import('./overview/Overview.svelte')).default)
export const illustrations = async () => (await import('./illustrations')).illustrations
export const mount = part(Board)
export const figures = part(Figures)
export const smallMap = part(SmallMap)
export const facts = part(Facts)
export const progress = part(Progress)
export const asked = part(Asked)
export const spoken = fetched(async () => (await import('./spoken')).inWords)
export const complete = true
export const inPage = true
export const folds = true
export const offers = true
export const ownPlate = true
export const areaSurface = 'cabin'
export const scenes: Scenes = { scene, piece: part(FlyingPiece), scoring: part(ScoringSheet), over: 'crew' }
export const flatMap = true

export function surfaces(): readonly Surface[] {
  return [
    { key: 'crew', label: () => say('surface.crew'), icon: wheel },
    { key: 'sea', label: () => say('surface.sea'), icon: waves },
    { key: 'cabin', label: () => say('surface.cabin'), icon: crates, badge: inHand },
  ]
}

/** The treasures in hand, which are lost unless they are stowed in the cabin. */
function inHand(game: View, seat: number): { count: number; said: string } {
  const hand = Object.values(positionOf(game).players[String(seat)]?.hand ?? {})
  const count = hand.reduce((sum, each) => sum + each, 0)
  return { count, said: say('surface.hand') }
}

const AT_SEA = ['choose_corner', 'sail', 'explore'] as const
const AT_CREW = ['choose_crew', 'accept', 'place_marker', 'basic', 'gold', 'improved'] as const

export function surfaceFor({ legal }: Position): string | undefined {
  const some = (...types: readonly string[]): boolean => legal.some(({ type }) => types.includes(type))
  if (some(...AT_SEA)) return 'sea'
  // The boatswain moves treasures in the cabin; what else he can do for gold stands there, too.
  if (some('shift') && !some('basic')) return 'cabin'
  return some(...AT_CREW) ? 'crew' : 'cabin'
}

/** The seats from the one with the hourglass on; in the explorer phase those who are still to come. */
export function order({ game }: Position): readonly number[] {
  const { queue, turn, step, hourglass, players } = positionOf(game)
  if (step === 'crew' || step === 'keep') {
    const seats = Object.keys(players).length
    return Array.from({ length: seats }, (_, far) => (hourglass + far) % seats)
  }
  if (turn === undefined || step === 'over' || step === 'corner') return []
  const rest = Object.values(queue ?? {}).flatMap(({ owner }) => (owner === 'neutral' ? [] : [Number(owner)]))
  return [turn.seat, ...rest]
}

/** Whether a seat has chosen, while all choose at once. */
export function decided({ game }: Position, seat: number): boolean | undefined {
  const { step, players } = positionOf(game)
  return step === 'crew' || step === 'keep' ? players[String(seat)]?.chosen === true : undefined
}

/** What a seat's crew does, or whether it has chosen. */
export function note({ game, words }: Position, seat: number): string | undefined {
  const { step, chose, players } = positionOf(game)
  if (step === 'crew' || step === 'keep') {
    return players[String(seat)]?.chosen === true ? say('pill.chosen') : say('pill.thinking')
  }
  const crew = Object.entries(chose ?? {}).find(([, seats]) => seats.includes(seat))?.[0]
  if (crew === undefined) return undefined
  return capital(words.name('crew', crew) ?? crew)
}

/** Where it goes is lit on the board: the button need not name the place. */
export function action(_: Position, move: GameMove): string | undefined {
  switch (move.type) {
    case 'place_marker':
      return say('deed.marker')
    case 'place':
    case 'use_gem':
    case 'shift':
      return say('deed.place')
    default:
      return undefined
  }
}

export function prompt({ game, legal, words, people }: Position): Prompt | undefined {
  const position = positionOf(game)
  const { step, turn, players } = position
  const count = (type: string): number => legal.filter((move) => move.type === type).length
  const crew = turn?.crew === undefined ? '' : (words.name('crew', turn.crew) ?? turn.crew)
  const hand = Object.values(players[String(people.mine)]?.hand ?? {}).reduce((sum, each) => sum + each, 0)
  const lost = hand > 0 ? say('prompt.lost', { count: hand }) : undefined
  switch (step) {
    case 'corner':
      return { title: say('prompt.corner'), help: say('prompt.corner.help', { count: legal.length }) }
    case 'keep':
      return { title: say('prompt.keep', { count: keepCount(legal) }), help: say('prompt.keep.help') }
    case 'crew':
      return { title: say('prompt.crew'), help: say('prompt.crew.help') }
    case 'offer':
      return {
        title: say('prompt.offer'),
        help: lost ?? offered(position, people.mine, count('accept')),
        ending: legal.find(({ type }) => type === 'decline'),
      }
    case 'marker':
      return {
        title: say('prompt.marker'),
        help: lost ?? say('prompt.marker.help', { crew: capital(crew), count: count('place_marker') }),
      }
    case 'discard':
      return { title: say('prompt.discard'), help: say('prompt.discard.help') }
    case 'free':
      return hand > 0
        ? { title: say('prompt.stow'), help: lost ?? '' }
        : { title: say('prompt.done'), help: say('prompt.done.help'), done: true }
    case 'ready':
    case 'block': {
      const first = TITLES.find(([type]) => count(type) > 0)
      if (first === undefined) return { title: say('prompt.done'), help: say('prompt.done.help'), done: true }
      return { title: say(first[1], { crew }), help: lost ?? acting(position, words, count('basic') > 0) }
    }
    case 'over':
      return undefined
  }
}

/** What an extra turn costs, and what one has. */
function offered({ rows, board, players }: Places, mine: number | undefined, ways: number): string {
  const marker = Object.entries(rows.explorer).find(([, owner]) => owner === String(mine))?.[0]
  const price = board.extra_turn[marker ?? '']
  const { gold = 0 } = players[String(mine)] ?? {}
  // Where the price goes by the order of the markers only the crew member shows it.
  if (price === undefined) return say('prompt.offer.help', { count: ways })
  return say('prompt.offer.price', { count: ways, price, gold, left: gold - price })
}

/** What the marker still brings, how much is left to move, and from the first action on what ends them all. */
function acting({ step, turn }: Places, words: Words, basic: boolean): string {
  const space = words.name('space', turn?.space ?? '') ?? ''
  const brings = space.slice(space.indexOf(', ') + 2)
  const lines: string[] = []
  // The one that brings something else on the other side of the board has no more than its number for a name.
  if (basic && /\d/.test(brings)) lines.push(say('prompt.act.marker', { brings }))
  if ((turn?.shifts ?? 0) > 0) lines.push(say('prompt.act.moves', { count: turn?.shifts ?? 0 }))
  if (step === 'block') lines.push(say('prompt.act.block'))
  return capital(lines.length === 0 ? say('prompt.act.ready') : lines.join(' · '))
}

/** What there is to do first, of what the crew's actions allow. */
const TITLES: readonly (readonly [string, SayKey])[] = [
  ['sail', 'prompt.sail'],
  ['explore', 'prompt.explore'],
  ['basic', 'prompt.act'],
  ['shift', 'prompt.shift'],
  ['gold', 'prompt.act'],
  ['improved', 'prompt.act'],
  ['place', 'prompt.stow'],
]
