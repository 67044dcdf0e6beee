/** The board in words, in the reader's language. */

import type { Position } from '../../../board/contract'
import type { Spoken } from '../../../board/spoken/spoken'
import { own } from './own'
import { spoken } from './spoken'

export function inWords(position: Position): Spoken {
  return { title: own.now.format('title'), ...spoken({ ...position, own: own.now }) }
}
