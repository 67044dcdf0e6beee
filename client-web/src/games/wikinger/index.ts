/** The board of Wikinger. */

import './tokens.css'
import drakkar from '~icons/game-icons/drakkar?raw'
import wheel from '~icons/game-icons/ship-wheel?raw'
import type { GameMove, Offer } from '../../wire/generated'
import type { Position, Prompt, Scenes, Surface } from '../../board/contract'
import { fetched } from '../../board/fetched'
import { part } from '../../board/part.svelte'
import Board from './board/Board.svelte'
import Facts from './board/Facts.svelte'
import Figures from './board/Figures.svelte'
import Progress from './board/Progress.svelte'
import SmallMap from './board/SmallMap.svelte'
import { bidOffer } from './board/facts'
import { bidsOf, passedIn, spacesOf } from './board/model'
import { positionOf, total } from './board/position'
import { say } from './board/say'
import FlyingPiece from './motion/FlyingPiece.svelte'
import Preferences from './board/Preferences.svelte'
import { scene } from './motion/scene'
import ScoringSheet from './motion/ScoringSheet.svelte'

export { action } from './board/action'
export { spots } from './board/spots'
export { tour } from './board/tour'
export { keys } from './board/keyhelp'

/** What the server makes no offer of: a bid. */
export function offerOf({ game, people }: Position, move: GameMove): Offer | undefined {
  return bidOffer(game, move, people.mine ?? -1)
}

export const overview = async () => part((await import('./overview/Overview.svelte')).default)
export const illustrations = async () => (await import('./illustrations')).illustrations
export const mount = part(Board)
export const figures = part(Figures)
export const smallMap = part(SmallMap)
export const facts = part(Facts)
export const progress = part(Progress)
export const preferences = part(Preferences)
export const spoken = fetched(async () => (await import('./spoken')).inWords)
export const complete = true
export const inPage = true
export const folds = true
export const offers = true
export const ownPlate = true
export const areaSurface = 'islands'
export const scenes: Scenes = {
  scene,
  piece: part(FlyingPiece),
  scoring: part(ScoringSheet),
  asThen: true,
  over: 'islands',
}

export function surfaces(playing: boolean): readonly Surface[] {
  return [
    { key: 'wheel', label: () => say('surface.wheel'), icon: wheel },
    { key: 'islands', label: () => say(playing ? 'surface.own' : 'surface.islands'), icon: drakkar },
  ]
}

const ON_ISLANDS: ReadonlySet<string> = new Set(['place', 'place_start', 'exchange', 'ferry', 'end_ferrying'])

export function surfaceFor({ legal }: Position): string | undefined {
  return legal.some(({ type }) => ON_ISLANDS.has(type)) ? 'islands' : 'wheel'
}

/** The seats in the order in which they act: who still bids, who still ferries, else clockwise. */
export function order({ game }: Position): readonly number[] {
  const { step, auction, queue, turn, players } = positionOf(game)
  if (step === 'over' || turn === undefined) return []
  if (step === 'bid') return auction?.queue ?? []
  if (step === 'ferry') return queue ?? []
  const seats = Object.keys(players).length
  return Array.from({ length: seats }, (_, far) => (turn.seat + far) % seats)
}

/** What a seat has bid, or whether it is the start player of the round. */
export function note({ game }: Position, seat: number): string | undefined {
  const position = positionOf(game)
  const { step, auction, first, queue } = position
  const bid = auction?.bids[String(seat)]
  if (step === 'bid' && bid !== undefined)
    return say('note.bid', { coins: bid, passed: String(passedIn(position, seat)) })
  if (step === 'ferry') return say(queue?.includes(seat) === true ? 'note.later' : 'note.scored')
  return seat === first ? say('note.first') : undefined
}

export function prompt({ game, legal, people }: Position): Prompt | undefined {
  const position = positionOf(game)
  const { step, turn, round, board, players } = position
  const me = players[String(people.mine)]
  const count = (type: string): number => legal.filter((move) => move.type === type).length
  const figure = turn?.figure ?? 'none'
  switch (step) {
    case 'bid':
      return { title: say('prompt.bid'), help: say('prompt.bid.help', { coins: bidsOf(legal)[0] ?? 0 }) }
    case 'remove':
      return {
        title: say('prompt.remove'),
        help: say('prompt.remove.help', { count: total(position.drawn), left: total(position.drawn) - 1 }),
      }
    case 'colour':
      return { title: say('prompt.colour'), help: say('prompt.colour.help') }
    case 'buy': {
      const spaces = spacesOf(position, legal, [])
      const open = count('buy')
      const expensive = spaces.filter(({ state, price }) => state === 'legal' && price > (me?.gold ?? 0)).length
      const locked = spaces.filter(({ state }) => state === 'locked').length
      return {
        title: say('prompt.buy'),
        help: say('prompt.buy.help', { gold: open - expensive, points: expensive, locked }),
      }
    }
    case 'start':
      return { title: say('prompt.start'), help: say('prompt.start.help') }
    case 'place': {
      const ship = board.ships[turn?.tile ?? ''] !== undefined
      const places = new Set(legal.map((move) => `${String(move['row'])} ${String(move['column'])}`)).size
      return {
        title: say(ship ? 'prompt.ship' : 'prompt.place', { figure }),
        help: say(ship || figure === 'boatman' ? 'prompt.ship.help' : 'prompt.place.help', { count: places, figure }),
      }
    }
    case 'special':
      return { title: say('prompt.special'), help: say('prompt.special.help') }
    case 'exchange':
      return { title: say('prompt.exchange'), help: say('prompt.exchange.help', { count: legal.length }) }
    case 'ferry': {
      const carried = total(turn?.ferried)
      if (count('end_ferrying') === 0) return { title: say('prompt.must'), help: say('prompt.must.help') }
      if (carried > 0) return { title: say('prompt.carried', { count: carried }), help: say('prompt.carried.help') }
      return {
        title: say('prompt.ferry'),
        help: say(round === board.rounds ? 'prompt.must.help' : 'prompt.ferry.help', {
          count: me?.mainland.boatman ?? 0,
        }),
      }
    }
    case 'over':
      return undefined
  }
}
