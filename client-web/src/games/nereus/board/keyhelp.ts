/** What keys do on the board of Waters of Nereus. */

import type { KeyHelp } from '../../../board/contract'
import { say } from './say'

export const keys: readonly KeyHelp[] = [
  { caps: ['↵'], text: () => say('keys.pick') },
  { caps: ['Esc'], text: () => say('keys.put_back') },
]
