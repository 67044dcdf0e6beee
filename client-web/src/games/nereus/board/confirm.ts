/** The question before a turn ends with treasures in hand, which would be lost, or your last one with pairs in storage. */

import { capital, list } from '../../../i18n/i18n.svelte'
import type { GameMove, View } from '../../../wire/generated'
import type { Position as Shown, Question } from '../../../board/contract'
import { COLOURS, CREW, DAYS, HOLDS, type Colour } from '../data'
import { fits } from './model'
import { type Player, type Position, positionOf } from './position'
import { say } from './say'

const ENDS: ReadonlySet<string> = new Set(['end_turn', 'decline'])

/** The treasures in hand, one by one. */
export function inHand(player: Player | undefined): readonly Colour[] {
  return COLOURS.flatMap((colour) => Array.from({ length: player?.hand[colour] ?? 0 }, () => colour))
}

/** The crew member whose hold a treasure laid onto a place completes. */
export function completedBy(player: Player | undefined, slot: string): (typeof CREW)[number] | undefined {
  return CREW.find((crew) => {
    const slots = player?.holds[crew] ?? {}
    return slots[slot] === '' && Object.values(slots).filter((filled) => filled === '').length === 1
  })
}

/** What of the hand still finds a place: all of it, or which of it. */
function stowed(hand: readonly Colour[], placed: readonly Colour[], names: () => string): string {
  if (placed.length === 0) return say('ask.none')
  if (!hand.every((colour) => placed.includes(colour))) return say('ask.place', { names: names() })
  return hand.length === 1 ? say('ask.one') : hand.length === 2 ? say('ask.both') : say('ask.all')
}

/** Whether a seat has no turn in the game after this one. A marker in the explorer's row still offers one. */
function isLast({ day, round, phase, rows }: Position, seat: number | undefined): boolean {
  if (day < DAYS.days) return false
  return phase === 'explorer' || (round === DAYS.rounds && !Object.values(rows.explorer).includes(String(seat)))
}

/** The colours of which two in storage can still be exchanged for a gem, in a seat's last turn. */
function pairs(game: View, legal: readonly GameMove[], seat: number | undefined): readonly Colour[] {
  const offered = legal.filter(({ type }) => type === 'exchange').map(({ treasure }) => treasure)
  if (offered.length === 0 || !isLast(positionOf(game), seat)) return []
  return COLOURS.filter((colour) => offered.includes(colour))
}

export function confirm({ game, legal, words, people }: Shown, move: GameMove): Question | undefined {
  const player = positionOf(game).players[String(people.mine)]
  const hand = inHand(player)
  if (!ENDS.has(move.type)) return undefined
  const name = (colour: Colour): string => words.name('treasure', colour) ?? colour
  const exchanged = pairs(game, legal, people.mine)
  const pair = exchanged.length === 0 ? [] : [say('ask.pairs', { names: list(exchanged.map(name)) })]
  if (hand.length === 0) {
    if (pair.length === 0) return undefined
    return {
      title: say('ask.last'),
      text: pair.join(' '),
      yes: say(move.type === 'decline' ? 'ask.last.decline' : 'ask.last.end'),
      no: say('ask.back'),
    }
  }
  const kinds = COLOURS.filter((colour) => hand.includes(colour))
  const placed = kinds.filter((colour) => fits(legal, colour).length > 0)
  const count = hand.length
  const text = [say('ask.hand', { names: list(hand.map(name)) })]
  text.push(stowed(hand, placed, () => list(placed.map(name))))
  for (const colour of placed) {
    for (const crew of new Set(fits(legal, colour).map((slot) => completedBy(player, slot)))) {
      if (crew === undefined) continue
      const { points } = HOLDS[crew]
      text.push(
        say('ask.completes', { treasure: capital(name(colour)), crew: words.name('crew', crew) ?? crew, points }),
      )
    }
  }
  return {
    title: say('ask.title', { count }),
    text: [...text, ...pair].join(' '),
    yes: say(move.type === 'decline' ? 'ask.decline' : 'ask.end', { count }),
    no: placed.length === 0 ? say('ask.back') : say('ask.stow'),
  }
}
