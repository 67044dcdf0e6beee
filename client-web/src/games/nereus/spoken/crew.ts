/** The crew rows in words: who chose each, what its spaces bring, and whose markers lie there. */

import { capital } from '../../../i18n/i18n.svelte'
import { CREW, SPACES, sideOf, type Crew } from '../data'
import type { Section } from '../../../board/spoken/spoken'
import type { Teller } from './teller'

export function crew(teller: Teller): Section {
  const { say } = teller
  return {
    key: 'crew',
    title: say('crew'),
    intro: [],
    lists: CREW.map((each) => ({ title: capital(teller.name('crew', each)), items: row(each, teller) })),
  }
}

function row(of: Crew, teller: Teller): { text: string }[] {
  const { position, people, say, list, seat, name } = teller
  const chose = position.chose?.[of] ?? []
  /** The name of a space, without that of its row. */
  const printed = (id: string): string => {
    const [row, ...rest] = name('space', id).split(', ')
    return capital(rest.length === 0 ? (row ?? id) : rest.join(', '))
  }
  const spaces = SPACES[sideOf(people.seats)][of].map((_, at) => {
    const id = `${of}-${at + 1}`
    const owner = position.rows[of][id] ?? ''
    const lies = owner === '' ? say('space.free') : say('space.marker', { seat: seat(owner) })
    const price = position.board.extra_turn[id]
    const extra = price === undefined ? '' : ` ${say('space.extra', { coins: price })}`
    return { text: `${say('space.is', { space: printed(id), lies })}${extra}` }
  })
  return [
    ...(chose.length === 0 ? [] : [{ text: say('crew.chosen', { count: chose.length, list: list(chose.map(seat)) }) }]),
    ...spaces,
    { text: say('crew.gold', { what: say(`gold.${of}`) }) },
    { text: say('crew.full', { what: say(`improved.${of}`) }) },
  ]
}
