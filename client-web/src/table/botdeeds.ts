/** To let a bot play in a seat. */

import { LEVELS } from '../lib/document'
import { t } from '../lib/i18n.svelte'
import type { TableModel } from './model.svelte'
import type { Deed } from './rail'

/** One deed for every level. */
export function botDeeds(model: TableModel, seat: number): Deed[] {
  return LEVELS.map((level) => ({
    label: t(`seat.bot.${level}`),
    run: () => void model.act({ type: 'seat_bot', seat, level }),
  }))
}
