/** The board in words: what lies where and what can be done. */

import type { Source } from '../../../board/spoken/source'
import type { Section, Spoken } from '../../../board/spoken/spoken'
import { total } from '../board/position'
import { areas } from './area'
import { choices, refusals } from './choices'
import { type Teller, tellerOf } from './teller'
import { auction, display, wheel } from './wheel'

export function spoken(source: Source): Spoken {
  const teller = tellerOf(source)
  const over = teller.position.step === 'over'
  return {
    sections: [
      now(teller),
      ...(over ? final(teller) : [...auction(teller), wheel(teller), ...display(teller)]),
      ...areas(teller),
    ],
    choices: choices(teller),
    refused: refusals(teller),
  }
}

function now(teller: Teller): Section {
  const { position, say, seat } = teller
  const { step, round, board, first } = position
  const title = say('now')
  if (step === 'over') return { key: 'now', title, intro: [say('over')], lists: [] }
  const scoring = board.large.includes(round) ? 'large' : 'small'
  const intro = [
    say('round', { round, rounds: board.rounds, scoring, last: String(round === board.rounds) }),
    say('first', { seat: seat(first) }),
    ...who(teller),
  ]
  return { key: 'now', title, intro, lists: [] }
}

function who({ position, people, say, seat, name, list, pieces }: Teller): string[] {
  const { step, turn, queue } = position
  if (turn === undefined) return []
  const doing = name('step', step)
  const mine = turn.seat === people.mine
  const told = [mine ? say('acting.own', { step: doing }) : say('acting', { seat: seat(turn.seat), step: doing })]
  if (turn.special !== undefined) told.push(say('hand.special', { special: name('special', turn.special) }))
  else if (turn.tile !== undefined && turn.figure !== undefined && step !== 'special') {
    told.push(say('hand', { tile: name('tile', turn.tile), figure: name('figure', turn.figure) }))
  }
  if (total(turn.ferried) > 0) told.push(say('ferried', { list: pieces('figure', turn.ferried ?? {}) }))
  if (step === 'ferry' && queue !== undefined) told.push(say('queue', { list: list(queue.map(seat)) }))
  return told
}

function final({ position, say, seat }: Teller): Section[] {
  const items = Object.entries(position.final ?? {}).map(([who, { score, gold }]) => ({
    text: say('final.score', { seat: seat(Number(who)), points: score, gold }),
  }))
  return [{ key: 'final', title: say('final'), intro: [], lists: [{ title: '', items }] }]
}
