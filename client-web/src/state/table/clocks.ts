/** The clocks of a table, as its document shows them. */

import type { Days, Live, Propose, TableClock, TableClocks } from '../../wire/generated'

export type TimeControl = Live | Days
export type Question = Propose['what']

export type Clocks = TableClocks
export type Clock = TableClock
