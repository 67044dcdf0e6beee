/** A board of no game shows whatever stands on it under a name of the line. */

import type { Spots } from '../../state/table/spotlight'

export const spots: Spots = (line) => Object.values(line).flatMap((value) => (typeof value === 'string' ? [value] : []))
