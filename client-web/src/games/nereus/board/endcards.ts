/** How far a player is with the science cards that count at the end: as if the game ended now. */

import { HOLDS, SCIENCE, type ScienceName } from '../data'
import type { Player } from './position'

export interface Progress {
  /** Of so many treasures or holds that the card asks for, so many are there. */
  have: number
  want: number
  /** It is among the cards that bring the most together. */
  counts: boolean
}

/** What of a card's condition is there, gems of the storage left out. */
function madeOf(player: Player, card: ScienceName): { have: number; want: number } {
  const { storage, chest, holds } = SCIENCE[card]
  if (storage !== undefined) return { have: Number(Object.values(player.storage).includes(storage)), want: 1 }
  if (chest !== undefined) return { have: Number((player.chest[`chest-${chest}`] ?? '') !== ''), want: 1 }
  const [crew, ...others] = holds ?? []
  if (crew === undefined) return { have: 0, want: 1 }
  const done = (holds ?? []).filter((each) => player.done[each] === true).length
  if (others.length > 0) return { have: done, want: others.length + 1 }
  const want = HOLDS[crew].slots.length
  const filled = Object.values(player.holds[crew] ?? {}).filter((each) => each !== '').length
  return { have: done === 1 ? want : filled, want }
}

/** The points that some cards bring together, or nothing where they cannot all count: a treasure serves one card. */
function together(player: Player, cards: readonly ScienceName[]): number | undefined {
  const left = Object.values(player.storage)
  let { gems } = player
  const chest = new Set<string>()
  let points = 0
  for (const card of cards) {
    const printed = SCIENCE[card]
    if (printed.storage !== undefined) {
      const at = left.indexOf(printed.storage)
      if (at >= 0) left.splice(at, 1)
      else if (gems > 0) gems -= 1
      else return undefined
    } else {
      const { have, want } = madeOf(player, card)
      if (have < want || (printed.chest !== undefined && chest.has(printed.chest))) return undefined
      if (printed.chest !== undefined) chest.add(printed.chest)
    }
    points += printed.points ?? 0
  }
  return points
}

/** The progress of each card of a hand in its place; undefined for those that are played in a turn. */
export function progressOf(player: Player, hand: readonly string[]): readonly (Progress | undefined)[] {
  const cards = hand.map((card) => card as ScienceName)
  const ends = cards.flatMap((card, at) => (SCIENCE[card].end === true ? [at] : []))
  let best: readonly number[] = []
  let most = 0
  const pick = (from: number, picked: readonly number[]): void => {
    const points = together(
      player,
      picked.flatMap((at) => cards[at] ?? []),
    )
    if (points === undefined) return
    if (points > most) [best, most] = [picked, points]
    if (picked.length === player.power) return
    for (let next = from; next < ends.length; next++) pick(next + 1, [...picked, ends[next] ?? 0])
  }
  pick(0, [])
  return cards.map((card, at) =>
    SCIENCE[card].end === true ? { ...madeOf(player, card), counts: best.includes(at) } : undefined,
  )
}
