/** The board in words: what lies where and what can be done. */

import type { Source } from '../../../board/spoken/source'
import type { Section, Spoken } from '../../../board/spoken/spoken'
import { handOf, isFirst, placing, type Position } from '../board/position'
import { choices, refusals } from './choices'
import { empires } from './empire'
import { map, nobodys } from './map'
import { type Teller, tellerOf } from './teller'

export function spoken(source: Source): Spoken {
  const teller = tellerOf(source)
  const over = teller.position.step === 'over'
  return {
    sections: [now(teller), ...(over ? [] : [pairs(teller)]), ...empires(teller), nobodys(teller), map(teller)],
    choices: choices(teller),
    refused: refusals(teller),
  }
}

function now(teller: Teller): Section {
  const { position, say } = teller
  const { step, round, target, last } = position
  const intro = step === 'over' ? [say('over')] : [say('round', { round, target }), ...who(teller)]
  if (last && step !== 'over') intro.splice(1, 0, say('last'))
  return { key: 'now', title: say('now'), intro, lists: [] }
}

function who({ position, people, say, seat, name }: Teller): string[] {
  const { step, turn, survivors } = position
  if (turn === undefined) return []
  const waiting = placing(position)
  const acting = waiting[0] ?? turn.seat
  const doing = step === 'expand' && turn.acted ? say('conquering') : name('step', step)
  const mine = acting === people.mine
  const told = [mine ? say('acting.own', { step: doing }) : say('acting', { seat: seat(acting), step: doing })]
  if (['expand', 'keep', 'regroup'].includes(step)) {
    told.push(say('hand', { count: handOf(position, turn.seat), levies: turn.levies ?? 0 }))
  }
  if ((turn.conquests ?? 0) > 0) told.push(say('conquests', { count: turn.conquests ?? 0 }))
  if (step === 'regroup' && (turn.forts ?? 0) > 0) told.push(say('forts', { count: turn.forts ?? 0 }))
  if (mayTreat(position)) told.push(say('treaties', { count: turn.treaties ?? 0 }))
  if ((turn.spies ?? 0) > 0) told.push(say('spies', { count: turn.spies ?? 0 }))
  if (turn.scored === true) told.push(say('scored'))
  const left = (each: number): number => survivors?.[String(each)] ?? 0
  return [...told, ...waiting.map((each) => say('survivors', { seat: seat(each), count: left(each) }))]
}

/** Treaties are made before the first conquest, by version 1 when regrouping. */
function mayTreat(position: Position): boolean {
  const { step, turn } = position
  const now = isFirst(position) ? step === 'regroup' : step === 'expand' && (turn?.conquests ?? 0) === 0
  return now && (turn?.treaties ?? 0) > 0
}

/** The six pairs from the free one on. */
function pairs({ position, say, name, effect, pair }: Teller): Section {
  const items = Object.values(position.pairs).map(({ tiles }, at) => ({
    number: at + 1,
    text: [
      `${pair(at + 1)}.`,
      ...tiles.map((tile) => say('effect', { name: name('tile', tile), effect: effect(tile) })),
    ].join(' '),
  }))
  const intro = [say('pairs.help', { price: position.board.price }), say('bag', { count: position.bag })]
  return { key: 'pairs', title: say('region.pairs'), intro, ordered: true, lists: [{ title: '', items }] }
}
