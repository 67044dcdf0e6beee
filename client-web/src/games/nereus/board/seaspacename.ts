/** What a space of the sea is called aloud: what lies and sails there, how far it is, and what the way there costs. */

import type { Offer } from '../../../wire/generated'
import type { Board } from './board.svelte'
import { costOf } from './model'
import { say } from './say'

type Named = Pick<Board, 'name' | 'who' | 'position'> & { props: Pick<Board['props'], 'words' | 'people'> }

/** "e2: coral, murex. 3 fields, price 3: change of direction 2, toll 1 to Henrik" */
export function seaSpaceName(seaSpace: string, offer: Offer | undefined, board: Named): string {
  const { position } = board
  const ships = Object.entries(position.ships).filter(([, at]) => at === seaSpace)
  const here = [
    ...ships.map(([owner]) => say('field.ship', { who: board.who(owner) })),
    ...(position.sea[seaSpace] ?? []).map((each) => board.name('treasure', each)),
  ]
  const lies = here.length === 0 ? seaSpace : `${seaSpace}: ${here.join(', ')}`
  const way = offer === undefined ? '' : voyage(offer, board)
  return way === '' ? lies : `${lies}. ${way}`
}

function voyage(offer: Offer, { position, props }: Named): string {
  const count = offer.gain?.find(({ key }) => key === 'gain_path')?.params?.['count']
  if (count === undefined) return ''
  const far = say('field.far', { count: Number(count) })
  const price = costOf(offer)
  if (price === 0) return far
  const parts = (offer.price ?? []).map((line) => {
    const { key, params = {} } = line
    const coins = Number(params['coins'] ?? 0)
    if (key === 'price_toll') return say('field.toll', { coins, who: props.people.seat(Number(params['seat'])) })
    if (key === 'price_toll_to_supply') return say('field.supply', { coins })
    if (key !== 'price_gold') return props.words.part(line)
    return say(position.turn?.crew === 'pilot' ? 'field.bend' : 'field.range', { coins })
  })
  return say('field.way', { far, price, parts: parts.join(', ') })
}
