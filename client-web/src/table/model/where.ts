/** Where in a game a position lies, in words. */

import { t } from '../../i18n/i18n.svelte'
import type { People } from '../../i18n/lines'
import { isPlayed } from '../../state/table/history'
import { turnOf } from '../../state/table/scrub'
import type { TableState } from '../../state/table/table'

/** The turn that is looked at and whose it is, or the number of the position in games that count no turns. */
export function whereSaid({ visit, view, seq, entries }: TableState, people: People): string {
  const at = visit?.seq ?? seq
  const last = turnOf(view)
  if (last === 0) return t('rail.visiting', { seq: at, last: seq })
  const entry = entries.find((each) => each.seq === at)
  const turn = entry?.turn ?? turnOf(visit?.view ?? view)
  if (entry?.seat === undefined || !isPlayed(entry)) return t('scrub.turn', { turn, last })
  return t('scrub.turn_of', { turn, last, name: people.seat(entry.seat) })
}
