/** The clocks of a table, as its document shows them. */

import type { Days, Live, TableClock, TableClocks } from '../../wire/generated'

export type TimeControl = Live | Days

export type Clocks = TableClocks
export type Clock = TableClock
