/** What an offer means as short facts made of pieces: cost, gain, and who moves next. */

import type { Line, Offer } from '../../../wire/generated'
import type { Good } from '../data'
import type { PieceName } from '../pieces/Piece.svelte'
import { text } from '../text'

/** A stretch of a fact: words, or a piece with a number before it. */
export interface Part {
  text?: string
  piece?: PieceName
  value?: string
  seat?: number
}

export interface Fact {
  word: string
  parts: Part[]
}

type Params = Record<string, string | number>

export function factsOf(offer: Offer, tile: (id: string) => string): Fact[] {
  const gain = offer.gain ?? []
  return [
    ...costs(offer),
    ...wakes(gain, offer.move?.type === 'place' || offer.move?.type === 'harvest', tile),
    ...lapses(gain, tile),
    ...follows(gain, tile),
  ]
}

function costs({ price = [], move }: Offer): Fact[] {
  const parts = price.flatMap(({ key, params = {} }): Part[] => priced(key, params))
  if (parts.length > 0) return [{ word: text('facts.costs'), parts }]
  return move?.type === 'take' ? [{ word: text('facts.costs'), parts: [{ text: text('facts.nothing') }] }] : []
}

function priced(key: string, params: Params): Part[] {
  const count = Number(params['count'] ?? 1)
  const piece = params['good'] as Good
  switch (key) {
    case 'price_own':
      return [{ text: String(count), piece }]
    case 'price_buy':
      return [
        { text: '1', piece },
        { text: text('facts.for'), piece: 'coin', value: String(params['coins']) },
      ]
    case 'price_sell':
      return [{ text: text('facts.sell_first', { coins: String(params['coins']) }) }]
    case 'price_up_to':
      return [{ text: text('facts.up_to', { count }), piece }]
    case 'price_up_to_different':
      return [{ text: text('facts.different.up_to', { count }), piece: 'any' }]
    case 'price_different':
      return [{ text: text('facts.different', { count }), piece: 'any' }]
    case 'price_any':
      return [{ text: String(count), piece: 'any' }]
    case 'price_whisky':
      return [{ text: String(count), piece: 'barrel' }]
    case 'price_member':
      return [{ text: String(count), piece: 'member' }]
    case 'price_chieftain':
      return [{ text: String(count), piece: 'chieftain' }]
    case 'price_movement':
      return [{ text: String(count), piece: 'steps' }]
    default:
      return []
  }
}

/** Gains that are counted together. */
const SUMMED: Readonly<Record<string, PieceName>> = {
  gain_members: 'member',
  gain_chieftain: 'chieftain',
  gain_bonnets: 'chieftain',
  gain_whisky: 'barrel',
  gain_movement: 'steps',
  gain_goods_of_choice: 'any',
  gain_good_of_choice: 'any',
}

/** What is gained; goods of the same kind are counted together, places are one fact. */
function wakes(gain: readonly Line[], each: boolean, tile: (id: string) => string): Fact[] {
  const parts: Part[] = []
  const sums = new Map<PieceName, Part>()
  for (const { key, params = {} } of gain) {
    const piece = key === 'gain_good' ? (params['good'] as Good) : SUMMED[key]
    if (piece === undefined) {
      parts.push(...gained(key, params, tile))
      continue
    }
    const known = sums.get(piece) ?? { text: '+0', piece }
    known.text = `+${Number(known.text?.slice(1)) + Number(params['count'] ?? 1)}`
    sums.set(piece, known)
  }
  parts.unshift(...sums.values())
  const places = gain.filter(({ key }) => key === 'may_lie').map(({ params }) => Number(params?.['count'] ?? 0))
  const waking = gain.filter(({ key }) => key.startsWith('gain_')).length
  const facts: Fact[] = []
  if (parts.length > 0) {
    facts.push({ word: each ? text('facts.wakes', { count: waking }) : text('facts.brings'), parts })
  } else if (each) facts.push({ word: text('facts.brings'), parts: [{ text: text('facts.nothing') }] })
  if (places.length > 0) {
    const count = Math.max(...places)
    const told = places.length === 1 ? text('facts.wakes.some', { count }) : text('facts.wakes.most', { count })
    facts.push({ word: text('facts.wakes.label'), parts: [{ text: told, piece: 'tiles' }] })
  }
  return facts
}

function gained(key: string, params: Params, tile: (id: string) => string): Part[] {
  const count = Number(params['count'] ?? 1)
  const points = params['points']
  switch (key) {
    case 'gain_card':
      return [{ text: text('facts.card'), piece: 'thistle' }]
    case 'gain_whisky_for_grain':
      return [{ piece: 'grain' }, { text: '→', piece: 'barrel' }]
    case 'gain_coins':
      return [{ text: '+', piece: 'coin', value: String(params['coins'] ?? count) }]
    case 'gain_points':
    case 'gain_points_for_goods':
      return [{ piece: 'points', value: String(points) }]
    case 'gain_points_up_to':
      return [{ piece: 'points', value: `≤${points ?? ''}` }]
    case 'gain_filled':
      return [{ text: text('facts.filled', { count }) }]
    case 'gain_wakes_all':
      return [{ text: text('facts.all') }]
    case 'gain_nothing_full':
      return [{ text: text('facts.full', { tile: tile(String(params['tile'])) }) }]
    default:
      return []
  }
}

function lapses(gain: readonly Line[], tile: (id: string) => string): Fact[] {
  const parts = gain.flatMap(({ key, params = {} }): Part[] => {
    if (key === 'lapses_movement') return [{ text: String(params['count']), piece: 'steps' }]
    return key === 'lapses_activation' ? [{ text: tile(String(params['tile'])) }] : []
  })
  return parts.length === 0 ? [] : [{ word: text('facts.lapses'), parts }]
}

function follows(gain: readonly Line[], tile: (id: string) => string): Fact[] {
  const facts: Fact[] = []
  const removed = gain.filter(({ key }) => key === 'then_removed')
  const only = removed[0]?.params?.['tile']
  const last = gain.flatMap(({ key, params = {} }): Part[] => {
    if (key === 'then_scoring') return [{ text: text('facts.scoring', { round: String(params['round']) }) }]
    if (key === 'then_end') return [{ text: text('facts.end') }]
    if (key === 'then_die') return [{ text: text('facts.die') }]
    return key === 'then_seat' ? [{ seat: Number(params['seat']) }] : []
  })
  if (removed.length === 1 && only !== undefined && last.length === 0) {
    last.push({ text: text('facts.removed.named', { tile: tile(String(only)) }) })
  }
  if (last.length > 0) facts.push({ word: text('facts.then'), parts: last })
  return facts
}
