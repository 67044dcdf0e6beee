/** The table of four at which the sections of the gallery take place. */

import type { Player } from '../../src/board/contract'
import type { TableInfo } from '../../src/state/table/document'
import type { People } from '../../src/i18n/lines'

const NAMES = ['Annika', 'Henrik', 'Marlene', 'Torf']
const COLOURS = ['stag', 'heron', 'duck', 'raven']

export const people: People = { seats: 4, mine: 0, seat: (seat) => NAMES[seat] ?? '', person: (id) => id }

/** Nobody but people; `bots`: but for these seats. */
export function seatsOfFour(...bots: number[]): TableInfo['seats'] {
  return COLOURS.map((colour, seat) => ({
    seat,
    colour,
    person: '',
    bot: bots.includes(seat),
    ready: true,
    freed: false,
  }))
}

/** The running game, with what differs in a section. */
export function tableOfFour(differing: Partial<TableInfo> = {}): TableInfo {
  return {
    game: 'glenmore',
    phase: 'running',
    host: '',
    access: 'open',
    watch: 'all',
    created: 0,
    options: {},
    seats: seatsOfFour(),
    pending: [0],
    seedHash: '',
    seed: undefined,
    ending: undefined,
    proposal: undefined,
    result: undefined,
    ...differing,
  }
}

export const players: readonly Player[] = NAMES.map((name, seat) => ({ seat, name, colour: COLOURS[seat] ?? '' }))
