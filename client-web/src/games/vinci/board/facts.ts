/** What an offer means as short facts: the cost of a conquest, or of a pair and what it brings. */

import type { Line, Offer } from '../../../wire/generated'
import { costOf, reasonsOf } from './model'
import { say } from './say'
import { signed } from './signs'

export interface Part {
  text?: string
  /** Points on a shield, and how that is said. */
  piece?: number
  said?: string
  seat?: number
}

export interface Fact {
  word: string
  parts: Part[]
}

function param(lines: readonly Line[] | undefined, key: string, name: string): number | undefined {
  const found = lines?.find((line) => line.key === key)?.params?.[name]
  return found === undefined ? undefined : Number(found)
}

export function factsOf(offer: Offer): Fact[] {
  const type = offer.move?.type
  if (type === 'conquer' || type === 'infiltrate') {
    const gain = param(offer.gain, 'gain_points', 'points') ?? 0
    return [
      { word: say('facts.costs'), parts: [{ text: say('facts.pieces', { count: costOf(reasonsOf(offer)) }) }] },
      { word: say('facts.brings'), parts: [{ text: gain === 0 ? '0' : signed(gain) }] },
    ]
  }
  if (type === 'choose_pair') {
    const shield = (points: number): Part => ({ piece: points, said: say('facts.points', { count: points }) })
    const paid = param(offer.price, 'price_points', 'points')
    const got = param(offer.gain, 'gain_points', 'points')
    const pieces = param(offer.gain, 'gain_pieces', 'pieces') ?? 0
    return [
      ...(paid === undefined ? [] : [{ word: say('facts.pay'), parts: [shield(paid)] }]),
      ...(got === undefined ? [] : [{ word: say('facts.got'), parts: [shield(got)] }]),
      { word: say('facts.people'), parts: [{ text: say('facts.pieces', { count: pieces }) }] },
    ]
  }
  if (type === 'decline') return [{ word: say('facts.then'), parts: [{ text: say('facts.new') }] }]
  return []
}
