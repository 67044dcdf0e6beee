/** Glen More's board. */

import './tokens.css'
import tents from '~icons/game-icons/village?raw'
import FlyingPiece from './motion/FlyingPiece.svelte'
import Board from './board/Board.svelte'
import Facts from './board/Facts.svelte'
import Figures from './board/Figures.svelte'
import Progress from './board/Progress.svelte'
import { ringIcon } from './art/ringicon'
import SmallMap from './board/SmallMap.svelte'
import ScoringSheet from './motion/ScoringSheet.svelte'
import type { GameMove } from '../../wire/generated'
import type { Position, Prompt, Scenes, Surface } from '../../board/contract'
import { fetched } from '../../board/fetched'
import { part } from '../../board/part.svelte'
import { tileOf } from './data'
import { ahead } from './board/describe'
import { onlySells } from './board/model'
import { order as orderOf, positionOf, type Turn } from './board/position'
import { scene } from './motion/scene'
import { own } from './spoken/own'
import { type Speech, speechOf } from './spoken/teller'
import { cost, required } from './spoken/tile'
import { kindOf, text } from './text'

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
export const spoken = fetched(async () => (await import('./spoken')).inWords)
export const complete = true
export const inPage = true
export const folds = 'screen'
export const offers = true
export const ownPlate = true
export const areaSurface = 'land'
export const scenes: Scenes = { scene, piece: part(FlyingPiece), scoring: part(ScoringSheet) }

export function surfaces(playing: boolean): readonly Surface[] {
  return [
    { key: 'ring', label: () => text('surface.ring'), icon: ringIcon, back: () => text('surface.ring.back') },
    {
      key: 'land',
      label: () => text(playing ? 'surface.land' : 'surface.lands'),
      icon: tents,
      back: () => text('surface.land.back'),
    },
  ]
}

/** Moves that are made on the track and at the warehouse. */
const ON_RING: ReadonlySet<string> = new Set(['take', 'pass'])

export function surfaceFor({ legal }: Position): string | undefined {
  return legal.some((move) => ON_RING.has(move.type)) ? 'ring' : 'land'
}

export function order({ game }: Position): readonly number[] {
  return orderOf(positionOf(game))
}

/** How far a seat is ahead on the track, seen from yourself or from the last figure. */
export function note({ game, people }: Position, seat: number): string | undefined {
  if (positionOf(game).turn === undefined || seat === people.mine) return undefined
  const far = ahead({ game }, seat)
  if (people.mine === undefined) return far === 0 ? text('note.last') : text('note.ahead', { far })
  const between = far - ahead({ game }, people.mine)
  return between > 0 ? text('note.mine', { far: between }) : text('note.behind', { far: -between })
}

/** Where a tile or a clan member goes is lit on the board: the button need not name the place. */
export function action(_: Position, move: GameMove): string | undefined {
  switch (move.type) {
    case 'take':
      return text('deed.take', kindOf(String(move['tile'])))
    case 'place':
      return text('deed.place')
    case 'walk':
      return text('deed.walk')
    default:
      return undefined
  }
}

export function prompt({ game, legal, words, people }: Position): Prompt | undefined {
  const { step, track, turn, cells } = positionOf(game)
  if (turn === undefined) return undefined
  const has = (type: string): boolean => legal.some((move) => move.type === type)
  const count = (type: string): number => legal.filter((move) => move.type === type).length
  switch (step) {
    case 'take': {
      if (has('pass')) return { title: text('prompt.pass'), help: text('prompt.pass.help') }
      const tiles = Object.values(track.fields).filter(({ tile }) => tile !== undefined).length
      const open = count('take')
      return { title: text('prompt.take'), help: text('prompt.take.help', { open, locked: tiles - open }) }
    }
    case 'pay':
      if (has('pay_member') || has('pay_chieftain')) {
        return { title: text('prompt.member'), help: text('prompt.member.help') }
      }
      return paying(turn, legal, speechOf({ words, own: own.now, people }))
    case 'place':
      return {
        title: text('prompt.place', kindOf(turn.hand ?? '')),
        help: text('prompt.place.help', { count: Object.values(cells ?? {}).filter(Boolean).length }),
      }
    case 'benefit':
    case 'collect':
      return {
        title: text('prompt.collect'),
        help: text('prompt.collect.help', { ...kindOf(turn.onto ?? ''), count: turn.picks ?? 1 }),
      }
    case 'activate': {
      const ready = count('activate') + count('use_loch_ness')
      const steps = has('walk') || has('promote') ? turn.movement : 0
      if (ready > 0) {
        return { title: text('prompt.activate'), help: text('prompt.activate.help', { count: ready, steps }) }
      }
      return moving(turn.movement)
    }
    case 'move':
      return moving(turn.movement)
    case 'over':
      return undefined
  }
}

/** What a tile requires, in its price or to do its work. */
function paying(turn: Turn, legal: readonly GameMove[], speech: Speech): Prompt {
  const given = Object.values(turn.given ?? {}).reduce((sum, each) => sum + each, 0)
  const id = turn.hand ?? turn.paying ?? ''
  const tile = tileOf(id)
  if (turn.hand !== undefined) {
    const price = tile === undefined ? '' : speech.list(cost(tile, speech))
    return { title: text('prompt.pay', kindOf(id)), help: text('prompt.pay.help', { price, given }) }
  }
  const wanted = tile?.activation === undefined ? '' : required(tile.activation, speech)
  const help = text(onlySells(legal) ? 'prompt.sell.help' : 'prompt.goods.help', { ...kindOf(id), wanted, given })
  return { title: text('prompt.goods'), help }
}

function moving(movement: number): Prompt {
  if (movement === 0) return { title: text('prompt.done'), help: text('prompt.done.help'), done: true }
  return { title: text('prompt.move', { count: movement }), help: text('prompt.move.help') }
}
