/** What keys do on the board of Vinci. */

import type { KeyHelp } from '../../../board/contract'
import { say } from './say'

export const keys: readonly KeyHelp[] = [
  { caps: ['←', '→', '↑', '↓'], text: () => say('keys.border') },
  { caps: ['Page ↓', 'Page ↑'], text: () => say('keys.next') },
  { caps: ['↵'], text: () => say('keys.take') },
  { caps: ['⌫'], text: () => say('keys.less') },
  { caps: ['/'], text: () => say('keys.find') },
  { caps: ['?'], text: () => say('keys.explain') },
]
