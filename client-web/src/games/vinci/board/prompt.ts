/** What there is to do, for the one who decides and for those who wait. */

import type { People, Position as Shown, Prompt } from '../../../board/contract'
import { conquers, provinceOf } from './model'
import { afterPlacing, handOf, held, type Player, type Position, positionOf } from './position'
import { say } from './say'

export function prompt({ game, legal, people }: Shown): Prompt | undefined {
  const position = positionOf(game)
  const seat = people.mine ?? -1
  const may = (type: string): boolean => legal.some((move) => move.type === type)
  switch (position.step) {
    case 'choose':
      return { title: say(position.round === 0 ? 'prompt.first' : 'prompt.choose'), help: say('prompt.choose.help') }
    case 'expand': {
      const hand = handOf(position, seat)
      const count = new Set(legal.filter(conquers).map(provinceOf)).size
      if (held(position, seat).length === 0) {
        if (count === 0 && may('decline'))
          return { title: say('prompt.stuck'), help: say('prompt.stuck.help', { hand }) }
        return { title: say('prompt.enter'), help: say('prompt.enter.help') }
      }
      if (count === 0 && may('decline') && may('gather')) {
        return { title: say('prompt.gather'), help: say('prompt.gather.help', { hand }) }
      }
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
        done: may('end_turn'),
        ...leaving(may),
      }
    case 'rebirth':
      return { title: say('rebirth.title'), help: say('prompt.rebirth.help'), done: true }
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
export function waits({ game, people }: Shown, [seat]: readonly number[]): string | Prompt | undefined {
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
    case 'rebirth':
      return say('waits.rebirth')
    case 'survive': {
      const count = position.survivors?.[String(seat)] ?? 0
      return {
        title: say('waits.survive', { count, name: people.seat(seat) }),
        help: nextAfter(position, seat, people),
      }
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

/** What ending the turn is called while a fort may be built or a treaty made: both are free. */
function leaving(may: (type: string) => boolean): Pick<Prompt, 'ends'> {
  if (may('build_fort')) return { ends: say('regroup.end.fort') }
  return may('make_treaty') ? { ends: say('regroup.end.treaty') } : {}
}
