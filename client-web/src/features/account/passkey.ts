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
  const credential = await alone(() => navigator.credentials.create({ publicKey }))
  return told(credential, 'clientDataJSON', 'attestationObject')
}

let offer: Promise<unknown> = Promise.resolve()
let request: Promise<unknown> = Promise.resolve()
let interruption = new AbortController()

/** Ask the browser what a person wants now. It takes one request at a time, so the offer ends first and waits for it. */
function alone<Made>(ask: () => Promise<Made>): Promise<Made> {
  interruption.abort()
  const answer = offer.then(ask)
  request = answer.catch(() => undefined)
  return answer
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
  const publicKey = await requestOptions()
  return shown(await alone(() => navigator.credentials.get({ publicKey })))
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
    interruption = new AbortController()
    const again = AbortSignal.any([interruption.signal, AbortSignal.timeout(GOOD_FOR)])
    await request
    try {
      const publicKey = await requestOptions()
      const answer = navigator.credentials.get({
        publicKey,
        mediation: 'conditional',
        signal: AbortSignal.any([signal, again]),
      })
      offer = answer.catch(() => undefined)
      return await shown(await answer)
    } catch {
      if (!again.aborted) return undefined
    }
  }
  return undefined
}
