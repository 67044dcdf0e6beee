/** The link to a position, in the clipboard or, where that is refused, shown to be copied by hand. */

import { t } from '../../i18n/i18n.svelte'
import { tablePath } from '../../state/routes'
import { toast } from '../../state/toasts.svelte'

export function copyPosition(table: string, seq: number): void {
  const address = new URL(tablePath(table, seq), location.origin).href
  void import('../../browser/clipboard')
    .then(({ copy }) => copy(address))
    .catch(() => false)
    .then((done) => toast(done ? t('copied') : address))
}
