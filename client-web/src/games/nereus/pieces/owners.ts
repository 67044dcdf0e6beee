/** The owners of ships and markers. */

import { known } from '../../../ui/disc'

/** The owner of the ship that sails with two players. */
export const NEUTRAL = 'neutral'

/** The colours that something of an owner is drawn with, and its pattern if it has one. */
export function coatOf(owner: string): { ground: string; line: string; pattern: string | undefined } {
  if (owner === NEUTRAL) return { ground: 'var(--neutral)', line: 'var(--on-neutral)', pattern: undefined }
  const seat = known(owner)
  return { ground: `var(--seat-${seat})`, line: `var(--on-${seat})`, pattern: `url(#pattern-${seat})` }
}
