/** A table's address names the position that is visited, so that it can be sent to somebody. */

import { untrack } from 'svelte'
import { t } from '../../i18n/i18n.svelte'
import { go } from '../../browser/router.svelte'
import { tablePath } from '../../state/routes'
import { toast } from '../../state/toasts.svelte'
import type { TableModel } from './model.svelte'

/** To be called while the page's component is made. */
export function keepAddress(model: TableModel): void {
  $effect(() => {
    const path = tablePath(model.table, model.state.visit?.seq, model.invitation)
    untrack(() => {
      if (location.pathname + location.search + location.hash !== path) go(path, true)
    })
  })
  // An address may name a position that is not there.
  $effect(() => {
    const { beyond, seq } = model.state
    if (beyond === undefined) return
    untrack(() => {
      toast(t('history.beyond', { seq: beyond, last: seq }))
      model.store.forgetBeyond()
    })
  })
}
