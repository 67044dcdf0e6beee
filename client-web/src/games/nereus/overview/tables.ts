/** Treasures by where they are, and science cards by kind, as far as one has seen them. */

import type { People, Words } from '../../../board/contract'
import type { View } from '../../../wire/generated'
import type { Listed } from '../../../ui/overviewlist'
import { type Player, positionOf } from '../board/position'
import { COLOURS, SCIENCE, type Colour } from '../data'
import { say } from './say'

type Counts = Readonly<Partial<Record<string, number>>>

/** How many treasures of a colour lie in a cabin: in its holds, its chest and its storage. */
function stowed({ holds, chest, storage }: Player, colour: Colour): number {
  const slots = [chest, storage, ...Object.values(holds)].flatMap((area) => Object.values(area))
  return slots.filter((filled) => filled === colour).length
}

export function treasures(game: View, words: Words): Listed {
  const { bag, sea, players } = positionOf(game)
  const every = Object.values(players)
  const inHand = every.some(({ hand }) => Object.values(hand).some((count) => count > 0))
  const sum = (counts: readonly number[]): number => counts.reduce((one, other) => one + other, 0)
  return {
    key: 'treasures',
    title: say('treasures'),
    columns: [say('bag'), say('sea'), say('cabins'), ...(inHand ? [say('hands')] : [])],
    rows: COLOURS.map((colour) => ({
      key: colour,
      name: words.name('treasure', colour) ?? colour,
      cells: [
        bag.treasures[colour] ?? 0,
        sum(Object.values(sea).map((space) => space.filter((each) => each === colour).length)),
        sum(every.map((player) => stowed(player, colour))),
        ...(inHand ? [sum(every.map(({ hand }) => hand[colour] ?? 0))] : []),
      ],
    })),
  }
}

export function cards(game: View, words: Words, people: People): Listed {
  const unseen = (game['unseen'] ?? {}) as Counts
  const { discards } = (game['science'] ?? { discards: {} }) as { discards: Counts }
  const mine = positionOf(game).players[String(people.mine)]
  return {
    key: 'cards',
    title: say('cards'),
    note: say(mine === undefined ? 'cards.watching' : 'cards.note'),
    columns: [say('all'), ...(mine === undefined ? [] : [say('yours')]), say('discards'), say('unseen')],
    rows: Object.entries(SCIENCE).map(([card, { count, points }]) => ({
      key: card,
      name: words.name('card', card) ?? card,
      ...(points === undefined ? {} : { note: say('card.points', { points }) }),
      cells: [
        count,
        ...(mine === undefined ? [] : [mine.science?.[card] ?? 0]),
        discards[card] ?? 0,
        unseen[card] ?? 0,
      ],
    })),
  }
}
