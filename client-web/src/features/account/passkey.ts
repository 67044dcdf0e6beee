/** Passkeys: where the browser can keep them, and what it makes and shows of them. */

import type { Session } from '../../net/api'
import type { Language } from '../../i18n/i18n.svelte'
import { accounts } from './api'

const ADDRESS = /^[\d.]+$|:/

/** Whether this browser keeps passkeys for this page: they want https, or the machine itself, and a name. */
export function passkeysWork(): boolean {
  return (
    isSecureContext &&
    !ADDRESS.test(location.hostname) &&
    typeof PublicKeyCredential === 'function' &&
    typeof PublicKeyCredential.parseCreationOptionsFromJSON === 'function'
  )
}

/** What the service reads of a credential; the rest would only make it long. */
function told(made: Credential | null, ...fields: string[]): unknown {
  const { id, rawId, type, response } = (made as PublicKeyCredential).toJSON() as unknown as Record<string, unknown>
  const all = response as Record<string, unknown>
  return { id, rawId, type, response: Object.fromEntries(fields.map((field) => [field, all[field]])) }
}

async function made(offer: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(offer)
  return told(await navigator.credentials.create({ publicKey }), 'clientDataJSON', 'attestationObject')
}

/** Make a passkey for one's account. */
export async function makePasskey(): Promise<void> {
  await accounts.addPasskey(await made(await accounts.offerPasskey()))
}

/** Make an account that is known by a passkey alone. */
export async function becomeByPasskey(login: string, email: string, language: Language): Promise<Session> {
  return accounts.becomeByPasskey(login, email, language, await made(await accounts.offerAccount(login)))
}

/** Come back by whichever passkey one chooses, or show it once more. */
export async function signInByPasskey(): Promise<Session> {
  return shown(await navigator.credentials.get({ publicKey: await requestOptions() }))
}

async function requestOptions(): Promise<PublicKeyCredentialRequestOptions> {
  return PublicKeyCredential.parseRequestOptionsFromJSON(await accounts.requestPasskey())
}

function shown(credential: Credential | null): Promise<Session> {
  return accounts.showPasskey(told(credential, 'clientDataJSON', 'authenticatorData', 'signature', 'userHandle'))
}

/** Milliseconds after which the service takes no answer to its question any more, with some to spare. */
const GOOD_FOR = 280_000

/**
 * Let the browser offer its passkeys where the sign-in name is written, until one is chosen or `signal` says that it is
 * over. Undefined where the browser cannot, or when it is over.
 */
export async function passkeyOffered(signal: AbortSignal): Promise<Session | undefined> {
  if (!passkeysWork() || (await PublicKeyCredential.isConditionalMediationAvailable?.()) !== true) return undefined
  while (!signal.aborted) {
    const late = AbortSignal.timeout(GOOD_FOR)
    try {
      const publicKey = await requestOptions()
      const credential = await navigator.credentials.get({
        publicKey,
        mediation: 'conditional',
        signal: AbortSignal.any([signal, late]),
      })
      return await shown(credential)
    } catch {
      if (!late.aborted) return undefined
    }
  }
  return undefined
}
