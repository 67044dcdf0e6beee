/** What the overview of a game lists: of each thing how many there are, and where. */

export interface Row {
  key: string
  name: string
  /** What there is to say of it, below its name. */
  note?: string
  /** A number for each column. */
  cells: readonly number[]
}

export interface Listed {
  key: string
  title: string
  note?: string
  /** What the numbers count. */
  columns: readonly string[]
  rows: readonly Row[]
}
