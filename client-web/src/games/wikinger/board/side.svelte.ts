/** On which side of the islands the wheel lies; the browser keeps it for all tables of Wikinger. */

import { recall, remember } from '../../../browser/remember'

export type Side = 'left' | 'right'

const KEY = 'wikinger.wheel'

let side = $state<Side>(recall(KEY) === 'right' ? 'right' : 'left')

export function wheelSide(): Side {
  return side
}

export function setWheelSide(to: Side): void {
  side = to
  remember(KEY, to)
}
