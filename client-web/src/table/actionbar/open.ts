/** The action bar before the game: sitting down, being ready, waiting for the others. */

import { isTaken } from '../../state/table/document'
import { me } from '../../state/app.svelte'
import { list, t } from '../../i18n/i18n.svelte'
import { heldForOther } from '../../net/servertime'
import type { TableModel } from '../model/model.svelte'
import type { ActionBarState } from '../model/actionbar'

export function open(model: TableModel, actionBar: ActionBarState): ActionBarState {
  const { info, mySeat } = model
  if (info === undefined) return actionBar
  const empty = info.seats.filter((seat) => !isTaken(seat))
  const held = empty.filter((seat) => heldForOther(seat.kept, info.created, me().person))
  const free = empty.filter((seat) => !held.includes(seat))
  const first = free[0]
  actionBar.colour = mySeat?.colour
  if (mySeat === undefined) {
    actionBar.title = t(first === undefined ? 'rail.full' : 'rail.take_seat')
    actionBar.help = t('rail.free', { count: free.length })
    if (first !== undefined && !model.welcome) {
      actionBar.title = t('rail.by_invitation')
      actionBar.help = t('rail.by_invitation.help')
    } else if (first !== undefined) {
      actionBar.main = { label: t('open.sit'), key: '↵', run: () => void model.act({ type: 'sit', seat: first.seat }) }
    }
    return actionBar
  }
  if (!mySeat.ready) {
    actionBar.title = t('rail.say_ready')
    actionBar.help = free.length > 0 ? t('rail.free', { count: free.length }) : t('rail.ready.help')
    actionBar.main = { label: t('rail.ready'), key: '↵', run: () => model.ready(true) }
    return actionBar
  }
  const slow = info.seats.filter((seat) => isTaken(seat) && !seat.ready).map((seat) => model.people.seat(seat.seat))
  const expected = held.map((seat) => model.people.person(seat.kept ?? ''))
  actionBar.title = t('rail.waiting')
  actionBar.help =
    free.length > 0
      ? t('rail.waiting.free', { count: free.length })
      : t('rail.waiting.ready', { names: list([...slow, ...expected]) })
  actionBar.more.push({ label: t('rail.unready'), run: () => model.ready(false) })
  return actionBar
}
