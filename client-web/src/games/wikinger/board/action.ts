/** What the button says that makes a move, while its place is lit: it need not be named. */

import type { Position } from '../../../board/contract'
import type { GameMove } from '../../../wire/generated'
import { lowestOf } from './model'
import { positionOf } from './position'
import { say } from './say'

export function action({ game }: Position, move: GameMove): string | undefined {
  switch (move.type) {
    case 'buy': {
      const position = positionOf(game)
      const spaces = position.board.fields.length
      return say('deed.buy', { price: (Number(move['field']) - lowestOf(position) + spaces) % spaces })
    }
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
