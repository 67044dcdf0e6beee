/** Why a request over HTTP failed, in words. */

import { ApiError } from './api'
import { said, t } from '../i18n/i18n.svelte'

export function apiTrouble(error: unknown): string {
  const code = error instanceof ApiError ? error.code : 'failed'
  const minutes = error instanceof ApiError ? Math.max(1, Math.ceil(error.retryIn / 60_000)) : 0
  return said(`trouble.${code}`, { minutes }) ?? said(`refused.${code}`) ?? t('trouble.other', { code })
}
