/** A table as a feature sees it: what is shown of it, who is there, and how one does something at it. */

import type { People } from '../../i18n/lines'
import type { Accepted, Do } from '../../wire/generated'
import type { Proposal, Seat, TableInfo } from './document'
import type { TableState } from './table'

export interface SeenTable {
  readonly table: string
  readonly state: TableState
  readonly info: TableInfo | undefined
  readonly people: People
  readonly mySeat: Seat | undefined
  /** What is proposed to all and not decided yet. */
  readonly proposal: Proposal | undefined
  /** Ask the service to do something at the table. */
  act(what: Do): Promise<Accepted | undefined>
}
