/** Going to the provider with which people sign in, and what one went there for. */

import { type Account, type Purpose, accounts } from './api'

const KEY = 'partie.provider'

export interface Errand {
  purpose: Purpose
  /** The page where one goes on. */
  back: string
  /** The person who went, empty for nobody; and whether other devices know them too. */
  person: string
  others: boolean
}

const LOST: Errand = { purpose: 'sign_in', back: '/', person: '', others: false }

/** Go to the provider. The page comes back at its own address for that, and may have forgotten everything. */
export async function goToProvider(errand: Errand): Promise<void> {
  const { url } = await accounts.toProvider(errand.purpose)
  sessionStorage.setItem(KEY, JSON.stringify(errand))
  location.assign(url)
}

/** The provider that can say who the owner of an account is; empty if there is none. */
export function provable(account: Account): string {
  return account.identities.some((one) => one.issuer !== 'proxy') ? account.provider : ''
}

/** What one went there for. */
export function errand(): Errand {
  try {
    return { ...LOST, ...(JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<Errand>) }
  } catch {
    return LOST
  }
}
