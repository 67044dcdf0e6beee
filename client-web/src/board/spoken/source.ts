import type { Messages } from '../../i18n/messages'
import type { Position } from '../contract'

/** What a description in words of its own is made of. */
export interface Source extends Position {
  own: Messages
}
