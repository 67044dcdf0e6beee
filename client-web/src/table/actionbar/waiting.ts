/** The action bar of one who waits for others, or only watches. */

import { isFree, playersOf } from '../../state/table/document'
import { list, t } from '../../i18n/i18n.svelte'
import type { TableModel } from '../model/model.svelte'
import type { ActionBarState } from '../model/actionbar'

export function waiting(model: TableModel, actionBar: ActionBarState): void {
  const { info, mySeat, game, board, position } = model
  if (info === undefined) return
  const acting = info.pending.filter((seat) => seat !== mySeat?.seat)
  const names = list(acting.map((seat) => model.people.seat(seat)))
  const moving = acting.length > 0 ? t('rail.acting', { names, count: acting.length }) : ''
  actionBar.colour = info.seats[acting[0] ?? -1]?.colour
  if (mySeat !== undefined) {
    const told = (game && board?.waits?.(position, acting)) ?? t('rail.not_you')
    actionBar.title = typeof told === 'string' ? moving : told.title
    actionBar.help = typeof told === 'string' ? told : (told.help ?? '')
    return
  }
  actionBar.watching = true
  actionBar.title = t('rail.watching')
  actionBar.help = moving
  const { kept } = model
  const freed = info.seats.find(isFree)
  if (kept !== undefined) {
    actionBar.title = t('rail.bot_plays')
    actionBar.main = {
      label: t('seat.take_back'),
      key: '↵',
      run: () => void model.act({ type: 'sit', seat: kept.seat }),
    }
    return
  }
  if (freed !== undefined) {
    actionBar.main = {
      label: t('seat.take_over'),
      key: '↵',
      run: () => void model.act({ type: 'sit', seat: freed.seat }),
    }
  }
  actionBar.facts = [
    {
      word: t('rail.shown'),
      text: model.looking === undefined ? t('rail.mover') : model.people.seat(model.looking),
    },
  ]
  actionBar.more.push({
    label: t('rail.choose_eyes'),
    run: () => undefined,
    choices: [
      { label: t('rail.follow'), on: model.looking === undefined, run: () => model.look(undefined) },
      ...playersOf(info).map((seat) => ({
        label: model.people.seat(seat.seat),
        on: model.looking === seat.seat,
        run: () => model.look(seat.seat),
      })),
    ],
  })
}
