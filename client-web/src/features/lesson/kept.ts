/** How a lesson ended, as this browser keeps it for its table. */

import { recall, remember } from '../../browser/remember'

/** `left`: nothing of it is shown any more; `done`: it was taken to its end. */
export type End = 'left' | 'done'

const keyOf = (table: string): string => `lesson.${table}`

export function keepEnd(table: string, end: End): void {
  remember(keyOf(table), end)
}

export function wasLeft(table: string): boolean {
  return recall(keyOf(table)) === 'left'
}

/** Whether a lesson goes on: no end of it is known here. */
export function goesOn(table: string): boolean {
  return recall(keyOf(table)) === null
}
