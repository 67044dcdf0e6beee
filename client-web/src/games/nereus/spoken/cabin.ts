/** Cabins in words: holds, chest, storage, the hand, and what your science cards are. */

import { capital } from '../../../i18n/i18n.svelte'
import { cardsOf, type Filled, type Player } from '../board/position'
import { COLOURS, CREW, HOLDS, SCIENCE, STORAGE, type Crew, type ScienceName } from '../data'
import type { Section } from '../../../board/spoken/spoken'
import { counted, type Teller } from './teller'

/** All cabins, yours first. */
export function cabins(teller: Teller): Section[] {
  const { position, people, say, seat } = teller
  const players = Object.entries(position.players).map(([number, player]) => [Number(number), player] as const)
  const ordered = [...players].sort(([one], [other]) => Number(other === people.mine) - Number(one === people.mine))
  return ordered.map(([number, player]) => {
    const own = number === people.mine
    return {
      key: `cabin-${number}`,
      title: own ? say('cabin.own') : say('cabin', { seat: seat(number) }),
      intro: [has(player, teller), ...inHand(player, own, teller)],
      lists: [
        { title: say('holds'), items: CREW.map((crew) => ({ text: hold(crew, player, teller) })) },
        { title: say('supplies'), items: [{ text: chest(player, teller) }, { text: storage(player, teller) }] },
        ...cards(player, teller),
      ],
    }
  })
}

function has(player: Player, { say, list }: Teller): string {
  const { points, gold, power, cards } = player
  return say('stands', {
    list: list([
      say('points', { count: points }),
      say('gold', { count: gold }),
      say('power', { count: power }),
      say('cards', { count: cards }),
    ]),
  })
}

function inHand({ hand }: Player, own: boolean, { say, treasures }: Teller): string[] {
  if (Object.values(hand).every((count) => count === 0)) return []
  return [say(own ? 'hand.own_lies' : 'hand.lies', { list: treasures(hand as Record<string, number>) })]
}

function hold(crew: Crew, player: Player, teller: Teller): string {
  const { say, treasures, list, name } = teller
  const { points, rule, slots } = HOLDS[crew]
  const named = capital(name('crew', crew))
  if (player.done[crew] === true) return say('hold.done', { crew: named, what: say(`improved.${crew}`) })
  const filled = slots.map((_, at): Filled => player.holds[crew]?.[`hold-${crew}-${at + 1}`] ?? '')
  const lies = filled.filter((each) => each !== '')
  const open = slots.filter((_, at) => filled[at] === '')
  const free =
    rule === 'fixed'
      ? list(open.map((takes) => name('colours', takes[0] ?? '')))
      : say(`hold.${rule}`, { count: open.length })
  const said = say('hold.open', { crew: named, points, free })
  return lies.length === 0 ? said : `${said} ${say('hold.lies', { list: treasures(counted(lies)) })}`
}

function chest({ chest }: Player, { say, name, list }: Teller): string {
  const filled = COLOURS.filter((colour) => (chest[`chest-${colour}`] ?? '') !== '')
  const next = COLOURS.find((colour) => !filled.includes(colour))
  const lies =
    filled.length === 0
      ? say('chest.empty')
      : say('chest.lies', { list: list(filled.map((each) => name('colours', each))) })
  return next === undefined ? lies : `${lies} ${say('chest.next', { colour: name('colours', next) })}`
}

function storage(player: Player, { say, treasures }: Teller): string {
  const lying = Object.values(player.storage).filter((each) => each !== '')
  const free = STORAGE.slots.length - lying.length
  const all = { ...counted(lying), gem: player.gems }
  const empty = lying.length + player.gems === 0
  return [
    empty ? say('storage.empty') : say('storage.lies', { list: treasures(all) }),
    say('storage.free', { free }),
  ].join(' ')
}

function cards(player: Player, { say, name }: Teller): Section['lists'] {
  const hand = cardsOf(player.science)
  if (hand.length === 0) return []
  const items = hand.map((card) => {
    const { end, points } = SCIENCE[card as ScienceName]
    const what = name('card', card)
    return { text: end ? say('card.at_end', { card: what, points: points ?? 0 }) : say('card.in_turn', { card: what }) }
  })
  return [{ title: say('science'), items }]
}
