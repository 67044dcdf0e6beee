/** What keys do on the board of Wikinger. */

import type { KeyHelp } from '../../../board/contract'
import { say } from './say'

export const keys: readonly KeyHelp[] = [
  { caps: ['←', '→'], text: () => say('keys.wheel') },
  { caps: ['↑', '↓'], text: () => say('keys.bid') },
  { caps: ['B'], text: () => say('keys.bare') },
]
