/** What can be done, in the order of a turn. */

import type { Choices } from '../../../board/spoken/spoken'
import type { GameMove } from '../../../wire/generated'
import { numberIn, provinceOf, targetsOf } from '../board/model'
import { details } from './details'
import type { Teller } from './teller'

/** In which group each move stands, the groups in the order of a turn. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  choose: ['choose_pair'],
  peace: ['make_treaty'],
  conquer: ['conquer', 'infiltrate'],
  gather: ['gather'],
  decline: ['decline'],
  keep: ['keep_part'],
  regroup: ['take_up', 'put_down'],
  fort: ['build_fort'],
  survive: ['place_survivors'],
  end: ['end_conquest', 'end_turn'],
}

export function choices(teller: Teller): Choices[] {
  const legal = inOrder(teller)
  return Object.entries(GROUPS)
    .map(([key, types]) => ({
      key,
      title: teller.say(`group.${key}`),
      choices: legal
        .filter((move) => types.includes(move.type))
        .map((move) => ({
          key: JSON.stringify(move),
          move,
          label: labelOf(move, teller),
          details: details(move, teller).map((text) => text.replace(/\.$/, '')),
        })),
    }))
    .filter((group) => group.choices.length > 0)
}

/** The cheapest conquests first. */
function inOrder({ position, offers, legal }: Teller): readonly GameMove[] {
  const targets = targetsOf(position, offers, legal)
  const cost = (move: GameMove): number => {
    const target = targets.get(provinceOf(move) ?? '')
    return (move.type === 'infiltrate' ? target?.spied : target)?.cost ?? 0
  }
  return [...legal].sort((one, other) => cost(one) - cost(other))
}

/** A pair is described by its tiles: its number says nothing to people who cannot see it. */
function labelOf(move: GameMove, { words, pair }: Teller): string {
  return move.type === 'choose_pair' ? pair(numberIn(move, 'pair')) : words.move(move)
}

/** What looks possible and is not, the cheapest first. */
export function refusals({ position, offers, words, say, legal, land, pair }: Teller): string[] {
  if (legal.length === 0) return []
  const targets = targetsOf(position, offers, legal)
  const named = (target: string): string => {
    if (target in position.board.provinces) return land(target)
    return target in position.pairs ? pair(Number(target.split('-')[1])) : words.move({ type: 'decline' })
  }
  const told = [...offers]
    .sort((one, other) => (targets.get(one.target)?.cost ?? 0) - (targets.get(other.target)?.cost ?? 0))
    .flatMap(({ target, refusal }) => {
      if (refusal === undefined) return []
      const why = words.refused(refusal.code, refusal.params ?? {}) ?? refusal.code
      return [say('why', { target: named(target), why, rule: refusal.rule })]
    })
  // Reasons against both ways to conquer a province are one.
  return [...new Set(told)]
}
