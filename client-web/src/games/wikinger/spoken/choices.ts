/** What can be done, with price and gain, and what cannot, with the reason. */

import { offerFor } from '../../../state/table/moves'
import type { Choice, Choices } from '../../../board/spoken/spoken'
import type { GameMove, Offer } from '../../../wire/generated'
import { spacesOf } from '../board/model'
import type { Teller } from './teller'

/** In which group each move stands, the groups in the order of a round. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  auction: ['bid', 'pass'],
  figures: ['remove', 'choose_colour'],
  buy: ['buy'],
  place: ['place_start', 'place'],
  special: ['take_special', 'take_none', 'exchange'],
  ferry: ['ferry', 'end_ferrying'],
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

function choice(move: GameMove, teller: Teller): Choice {
  const { words, offers } = teller
  const offer = offerFor(offers, move)
  const lines = [...(offer?.price ?? []), ...(offer?.gain ?? [])]
  return {
    key: JSON.stringify(move),
    move,
    label: bought(move, teller) ?? words.move(move),
    details: lines.map((line) => words.part(line)),
  }
}

/** A combination is described by its parts: space numbers say nothing to people who cannot see them. */
function bought(move: GameMove, teller: Teller): string | undefined {
  if (move.type !== 'buy') return undefined
  return combination(`field-${String(move['field'])}`, teller)
}

function combination(id: string, { position, legal, offers, say, name }: Teller): string | undefined {
  const space = spacesOf(position, legal, offers).find((each) => each.id === id)
  if (space === undefined || space.empty) return undefined
  const { price, tile, figure } = space
  const told = { price, tile: name('tile', tile), figure: figure === '' ? 'none' : name('figure', figure) }
  return say('wheel.field', told).replace(/\.$/, '')
}

export function refusals(teller: Teller): string[] {
  const { offers, words, say, legal } = teller
  if (legal.length === 0) return []
  const said = offers.flatMap(({ target, refusal }: Offer) => {
    if (refusal === undefined) return []
    const why = words.refused(refusal.code, refusal.params ?? {}) ?? refusal.code
    return [say('why', { target: targeted(target, teller), why, rule: refusal.rule })]
  })
  return [...new Set(said)]
}

function targeted(target: string, teller: Teller): string {
  const { position, name, place } = teller
  if (target.startsWith('field-')) return combination(target, teller) ?? name('field', target)
  if (position.step === 'special') return name('special', target)
  return /-\d+$/.test(target) ? place(target) : name('figure', target)
}
