/** The rail before the game: sitting down, being ready, waiting for the others. */

import { isTaken } from '../../lib/document'
import { me } from '../../lib/app.svelte'
import { list, t } from '../../lib/i18n.svelte'
import { heldForOther } from '../../lib/servertime'
import type { TableModel } from '../model.svelte'
import type { RailState } from '../rail'

export function open(model: TableModel, rail: RailState): RailState {
  const { info, mySeat } = model
  if (info === undefined) return rail
  const empty = info.seats.filter((seat) => !isTaken(seat))
  const held = empty.filter((seat) => heldForOther(seat.kept, info.created, me().person))
  const free = empty.filter((seat) => !held.includes(seat))
  const first = free[0]
  rail.colour = mySeat?.colour
  if (mySeat === undefined) {
    rail.title = t(first === undefined ? 'rail.full' : 'rail.take_seat')
    rail.help = t('rail.free', { count: free.length })
    if (first !== undefined && !model.welcome) {
      rail.title = t('rail.by_invitation')
      rail.help = t('rail.by_invitation.help')
    } else if (first !== undefined) {
      rail.main = { label: t('open.sit'), key: '↵', run: () => void model.act({ type: 'sit', seat: first.seat }) }
    }
    return rail
  }
  if (!mySeat.ready) {
    rail.title = t('rail.say_ready')
    rail.help = free.length > 0 ? t('rail.free', { count: free.length }) : t('rail.ready.help')
    rail.main = { label: t('rail.ready'), key: '↵', run: () => model.ready(true) }
    return rail
  }
  const slow = info.seats.filter((seat) => isTaken(seat) && !seat.ready).map((seat) => model.people.seat(seat.seat))
  const expected = held.map((seat) => model.people.person(seat.kept ?? ''))
  rail.title = t('rail.waiting')
  rail.help =
    free.length > 0
      ? t('rail.waiting.free', { count: free.length })
      : t('rail.waiting.ready', { names: list([...slow, ...expected]) })
  rail.more.push({ label: t('rail.unready'), run: () => model.ready(false) })
  return rail
}
