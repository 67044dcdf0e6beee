/** What the button says that makes a move, while its place is lit: it need not be named. */

import type { GameMove } from '../../wire/generated'
import { say } from './board/say'

export function deed(move: GameMove): string | undefined {
  switch (move.type) {
    case 'buy':
      return say('deed.buy')
    case 'place_start':
      return say('deed.start')
    case 'place':
      return say(move['row'] === 'ship' ? 'deed.ship' : move['stands'] === true ? 'deed.stands' : 'deed.waits')
    case 'ferry':
      return say('deed.ferry')
    case 'exchange':
      return say('deed.exchange')
    case 'take_special':
      return say('deed.special')
    default:
      return undefined
  }
}
