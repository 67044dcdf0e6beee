/** What keys do on the board of Glen More. */

import type { KeyHelp } from '../../../board/contract'
import { text } from '../text'

export const keys: readonly KeyHelp[] = [
  { caps: ['↵'], text: () => text('keys.choose') },
  { caps: ['Esc'], text: () => text('keys.release') },
]
