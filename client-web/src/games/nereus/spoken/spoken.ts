/** The board in words: what lies where and what can be done. Says what the service says to this viewer, no more. */

import { cardsOf } from '../board/position'
import { COLOURS, DAYS } from '../data'
import { cabins } from './cabin'
import type { Source } from '../../../board/spoken/source'
import type { Section, Spoken } from '../../../board/spoken/spoken'
import { choices, refusals } from './choices'
import { crew } from './crew'
import { sea } from './sea'
import { type Teller, tellerOf } from './teller'

export function spoken(source: Source): Spoken {
  const teller = tellerOf(source)
  return {
    sections: [now(teller), crew(teller), sea(teller), bag(teller), ...cabins(teller)],
    choices: choices(teller),
    refused: refusals(teller),
  }
}

function now(teller: Teller): Section {
  const { position, say } = teller
  const intro = position.step === 'over' ? [say('over')] : [when(teller), ...firsts(teller), ...who(teller)]
  if (position.neutral !== undefined) {
    intro.push(say('compass', { direction: teller.name('direction', position.neutral.compass) }))
  }
  return { key: 'now', title: say('now'), intro, lists: [] }
}

function when({ position, say }: Teller): string {
  const { day, round, phase } = position
  if (phase === 'setup') return say('setup')
  const params = { day, round, ...DAYS }
  return say(phase === 'explorer' ? 'day.extra' : 'day', params)
}

function firsts({ position, say, seat }: Teller): string[] {
  if (position.phase === 'setup') return []
  return [say('firsts', { sun: seat(position.sun), hourglass: seat(position.hourglass) })]
}

/** The seats that must act and how; while all choose, those that have chosen: never what. */
function who(teller: Teller): string[] {
  const { position, people, say, list, seat, name } = teller
  const { step, turn, queue, players } = position
  if (step === 'crew' || step === 'keep') {
    const seats = Object.keys(players)
    const [done, thinking] = [true, false].map((wanted) =>
      seats.filter((each) => (players[each]?.chosen === true) === wanted).map(seat),
    ) as [string[], string[]]
    const mine = people.mine === undefined ? undefined : players[String(people.mine)]
    return [
      say(step === 'crew' ? 'choose.crew' : 'choose.keep'),
      ...(done.length > 0 ? [say('chosen.by', { count: done.length, list: list(done) })] : []),
      ...(thinking.length > 0 ? [say('thinking', { count: thinking.length, list: list(thinking) })] : []),
      ...(mine?.choice === undefined ? [] : [say('choice', { crew: name('crew', mine.choice) })]),
      ...(mine?.kept === undefined
        ? []
        : [say('kept', { list: list(cardsOf(mine.kept).map((card) => name('card', card))) })]),
    ]
  }
  if (turn === undefined) return []
  const doing = name('step', step)
  const found = [
    turn.seat === people.mine
      ? say('acting.own', { step: doing })
      : say('acting', { seat: seat(turn.seat), step: doing }),
  ]
  if (turn.crew !== undefined && step !== 'offer') found.push(say('with', { crew: name('crew', turn.crew) }))
  if (turn.space !== undefined) found.push(say('on', { space: name('space', turn.space) }), ...left(teller))
  const then = Object.values(queue ?? {}).map(({ owner }) => seat(owner))
  if (then.length > 0) found.push(say('then', { list: list(then) }))
  return found
}

function left({ position, say, list }: Teller): string[] {
  const turn = position.turn
  const actions = (['basic', 'gold', 'improved'] as const).filter((each) => turn?.[each] === true)
  const shifts = turn?.shifts ?? 0
  const all = [
    ...actions.map((each) => say(`left.${each}`)),
    ...(shifts > 0 ? [say('left.shifts', { count: shifts })] : []),
  ]
  return all.length === 0 ? [] : [say('left', { list: list(all) })]
}

function bag({ position, say, treasures }: Teller): Section {
  const inside = position.bag.treasures as Record<string, number>
  const count = COLOURS.reduce((sum, colour) => sum + (inside[colour] ?? 0), 0)
  const { left } = position.discovery
  const intro = [
    count === 0 ? say('bag.empty') : say('bag.lies', { count, list: treasures(inside) }),
    say('discovery', { left }),
  ]
  return { key: 'bag', title: say('bag'), intro, lists: [] }
}
