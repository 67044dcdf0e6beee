/** What can be done, with price and gain, and what cannot, with the reason. */

import { offerFor } from '../../../state/table/moves'
import type { Choice, Choices } from '../../../board/spoken/spoken'
import type { GameMove } from '../../../wire/generated'
import type { Teller } from './teller'

/** In which group each move stands, the groups in the order of a turn. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  choose: ['choose_corner', 'keep', 'choose_crew', 'accept', 'decline'],
  marker: ['place_marker'],
  sail: ['sail', 'explore'],
  act: ['basic', 'gold', 'improved', 'shift', 'discard'],
  stow: ['place', 'use_gem'],
  trade: ['exchange', 'sell'],
  cards: ['play_card', 'salvage', 'drift'],
  end: ['end_turn'],
}

export function choices(teller: Teller): Choices[] {
  const { legal, say } = teller
  return Object.entries(GROUPS)
    .map(([key, types]) => ({
      key,
      title: say(`group.${key}`),
      choices: legal.filter((move) => types.includes(move.type)).map((move) => choice(move, teller)),
    }))
    .filter((group) => group.choices.length > 0)
}

function choice(move: GameMove, { words, offers }: Teller): Choice {
  const offer = offerFor(offers, move)
  const lines = [...(offer?.price ?? []), ...(offer?.gain ?? [])]
  return {
    key: JSON.stringify(move),
    move,
    label: words.move(move),
    details: lines.map((line) => words.part(line)),
  }
}

export function refusals({ offers, words, say, name, legal }: Teller): string[] {
  if (legal.length === 0) return []
  const said = offers.flatMap(({ target, refusal }) => {
    if (refusal === undefined) return []
    const why = words.refused(refusal.code, refusal.params ?? {}) ?? refusal.code
    return [say('why', { target: name('target', target), why, rule: refusal.rule })]
  })
  return [...new Set(said)]
}
