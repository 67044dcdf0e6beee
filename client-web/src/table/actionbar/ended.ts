/** The action bar after the game. */

import { type TableInfo, playersOf } from '../../state/table/document'
import { said, t } from '../../i18n/i18n.svelte'
import { set, setting } from '../../state/settings.svelte'
import type { TableModel } from '../model/model.svelte'
import { ranking, won } from '../model/outcome'
import type { ActionBarState } from '../model/actionbar'

export function ended(model: TableModel, actionBar: ActionBarState): void {
  const { info } = model
  if (info === undefined) return
  actionBar.help = said(`ending.${info.ending ?? 'finished'}`) ?? ''
  if (model.counting) actionBar.title = t('rail.counting')
  else tellResult(model, info, actionBar)
  actionBar.urgent = true
  const { next } = model.rematch
  const watching = model.rematch.seat === undefined
  if (next !== undefined) {
    actionBar.help = watching ? t('next.begins') : t('next.wants', { name: model.people.person(next.by) })
  }
  const action = next === undefined ? (watching ? 'next.own' : 'rail.play_again') : watching ? 'next.watch' : 'next.sit'
  actionBar.main = { label: t(action), run: () => void model.rematch.play() }
  if (watching) {
    const along = setting('along')
    actionBar.more.push({ label: t(along ? 'next.along.off' : 'next.along'), run: () => set('along', !along) })
  }
  if (!model.resultShown && info.result !== undefined) {
    actionBar.more.push({ label: t('rail.result'), run: () => (model.resultShown = true) })
  }
  actionBar.more.push({ label: t('rail.replay'), run: () => model.store.visit(1) })
}

function tellResult(model: TableModel, info: TableInfo, actionBar: ActionBarState): void {
  const first = info.result?.winners[0]
  actionBar.colour = first === undefined ? undefined : playersOf(info)[first]?.colour
  actionBar.title = won(info, (seat) => model.people.seat(seat), model.words) ?? t('rail.over')
  actionBar.facts = ranking(info).map(({ seat, place, points }) => ({
    word: t('rail.ranked', { place, name: model.people.seat(seat) }),
    text: model.words.scored ? String(points) : '',
  }))
}
