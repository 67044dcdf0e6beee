/** Why a request over HTTP failed, in words. */

import { said, t } from './i18n.svelte'

export function apiTrouble(code: string): string {
  return said(`trouble.${code}`) ?? said(`refused.${code}`) ?? t('trouble.other', { code })
}
