/** A table at which nothing happens, for boards that are only looked at. */

import { disc } from '../ui/disc'
import type { Table } from './contract'

export const quietTable: Table = {
  choose: () => undefined,
  preview: () => undefined,
  rule: () => undefined,
  refuse: () => undefined,
  look: () => undefined,
  go: () => undefined,
  main: () => undefined,
  plate: () => () => undefined,
  disc: (colour, size) => disc({ colour, size }),
}
