/** What can be done, with price and gain, and what cannot, with the reason. */

import { offerFor } from '../../../state/table/moves'
import type { Choice, Choices } from '../../../board/spoken/spoken'
import type { GameMove, Line, Offer, Refusal } from '../../../wire/generated'
import { landOf, where } from './land'
import { type Teller, knows } from './teller'

/** In which group each move stands, the groups in the order of a turn. */
const GROUPS: Readonly<Record<string, readonly string[]>> = {
  take: ['take', 'pass'],
  pay: ['give', 'buy', 'enough', 'pay_member', 'pay_chieftain'],
  place: ['place'],
  collect: ['collect'],
  activate: ['activate', 'harvest', 'use_loch_ness'],
  move: ['walk', 'promote'],
  sell: ['sell'],
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

/** What the name of a move says already. */
const SAID: Readonly<Record<string, string>> = { sell: 'price_own', collect: 'gain_good' }

function choice(move: GameMove, teller: Teller): Choice {
  const { words, say } = teller
  const offer = offerFor(teller.offers, move)
  return {
    key: JSON.stringify(move),
    move,
    label: move.type === 'place' ? say('move.place', { where: at(move['cell'], teller) }) : words.move(move),
    details: parts(
      [...(offer?.price ?? []), ...(offer?.gain ?? [])].filter(({ key }) => key !== SAID[move.type]),
      teller,
    ),
  }
}

function at(cell: unknown, teller: Teller): string {
  const turn = teller.game['turn'] as { seat: number } | undefined
  return where(String(cell), landOf(teller.game, turn?.seat ?? -1), teller)
}

/** The lines of an offer; the places where a tile may lie are one. */
function parts(lines: readonly Line[], teller: Teller): string[] {
  const { words, say } = teller
  const cells = lines.filter((line) => line.key === 'may_lie').map((line) => at(line.params?.['cell'], teller))
  const first = lines.findIndex((line) => line.key === 'may_lie')
  return lines.flatMap((line, index) => {
    if (line.key !== 'may_lie') return [words.part(line)]
    // Places are named by their neighbours and contain an "and" already.
    return index === first ? [say('places', { count: cells.length, list: cells.join('; ') })] : []
  })
}

export function reason(refusal: Refusal, { words, say }: Teller): string {
  const why = words.refused(refusal.code, refusal.params ?? {}) ?? refusal.code
  return `${why} ${say('rule', { rule: refusal.rule })}`
}

export function refusals(teller: Teller): string[] {
  const said = teller.offers.flatMap((offer) =>
    offer.refusal === undefined
      ? []
      : [teller.say('why', { target: target(offer, teller), why: reason(offer.refusal, teller) })],
  )
  return [...new Set(said)]
}

const CELL = /^-?\d+,-?\d+$/

function target({ target }: Offer, teller: Teller): string {
  if (CELL.test(target)) return at(target, teller)
  if (knows(teller, `target.${target}`)) return teller.say(`target.${target}`)
  return teller.words.name('good', target) ?? teller.words.name('target', target) ?? target
}
