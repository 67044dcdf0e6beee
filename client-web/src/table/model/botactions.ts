/** To let a bot play in a seat. */

import { LEVELS } from '../../state/table/document'
import { t } from '../../i18n/i18n.svelte'
import type { TableModel } from './model.svelte'
import type { Action } from './actionbar'

/** One action for every level. */
export function botActions(model: TableModel, seat: number): Action[] {
  return LEVELS.map((level) => ({
    label: t(`seat.bot.${level}`),
    run: () => void model.act({ type: 'seat_bot', seat, level }),
  }))
}
