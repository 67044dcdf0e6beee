/** What moves on the table as lines of the history arrive: pieces, tiles, points and ruins, as people would move them. */

import { type Change, NOTHING, type Scene, type Times, sceneOf } from '../../../motion/steps'
import { backwards } from './back'
import { Director } from './director'
import { narration } from './told'

/** The scene of a change. Undone moves are taken back in one short step. */
export function scene(change: Change, times: Times): Scene {
  const undone = change.undone.flatMap(narration)
  if (undone.length > 0) return sceneOf(backwards(undone, times))
  const told = change.entries.filter((entry) => entry.kind === 'moved').flatMap(narration)
  const steps = told.length === 0 ? [] : new Director(told, change, times).steps()
  return steps.length === 0 ? NOTHING : sceneOf(steps)
}
