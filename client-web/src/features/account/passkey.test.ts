import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '../../net/api'
import { accounts } from './api'
import { becomeByPasskey, passkeyOffered } from './passkey'

const begun: string[] = []
const credential = { toJSON: () => ({ response: {} }) } as unknown as Credential
let under = 0

/** A browser that takes one request at a time and answers at once what a person began; an offer waits until it ends. */
function requested(what: 'create' | 'offer', signal?: AbortSignal): Promise<Credential> {
  if (signal?.aborted === true) return Promise.reject(new DOMException('', 'AbortError'))
  if (under > 0) return Promise.reject(new DOMException('', 'NotAllowedError'))
  begun.push(what)
  under += 1
  return new Promise((resolve, reject) => {
    const end = (finish: () => void) => {
      under -= 1
      finish()
    }
    signal?.addEventListener('abort', () => queueMicrotask(() => end(() => reject(new DOMException('', 'AbortError')))))
    if (what === 'create') queueMicrotask(() => end(() => resolve(credential)))
  })
}

beforeEach(() => {
  begun.length = under = 0
  const methods = {
    parseCreationOptionsFromJSON: (offer: unknown) => offer,
    parseRequestOptionsFromJSON: (offer: unknown) => offer,
    isConditionalMediationAvailable: () => Promise.resolve(true),
  }
  vi.stubGlobal('isSecureContext', true)
  vi.stubGlobal('location', { hostname: 'partie.test' })
  vi.stubGlobal(
    'PublicKeyCredential',
    Object.assign(() => undefined, methods),
  )
  vi.stubGlobal('navigator', {
    credentials: {
      create: () => requested('create'),
      get: ({ signal }: CredentialRequestOptions) => requested('offer', signal),
    },
  })
  vi.spyOn(accounts, 'offerAccount').mockResolvedValue({} as PublicKeyCredentialCreationOptionsJSON)
  vi.spyOn(accounts, 'requestPasskey').mockResolvedValue({} as PublicKeyCredentialRequestOptionsJSON)
  vi.spyOn(accounts, 'becomeByPasskey').mockResolvedValue({} as Session)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('an offer ends before an account is made, and comes again afterwards', async () => {
  const leaving = new AbortController()
  const offered = passkeyOffered(leaving.signal)
  await vi.waitFor(() => expect(begun).toEqual(['offer']))
  await becomeByPasskey('eve', '', 'en')
  await vi.waitFor(() => expect(begun).toEqual(['offer', 'create', 'offer']))
  leaving.abort()
  expect(await offered).toBeUndefined()
})

test('an offer that is still on its way waits until the account is made', async () => {
  let answer: (question: PublicKeyCredentialRequestOptionsJSON) => void = () => undefined
  vi.mocked(accounts.requestPasskey).mockReturnValueOnce(new Promise((resolve) => (answer = resolve)))
  const leaving = new AbortController()
  const offered = passkeyOffered(leaving.signal)
  await vi.waitFor(() => expect(accounts.requestPasskey).toHaveBeenCalledOnce())
  const become = becomeByPasskey('eve', '', 'en')
  await vi.waitFor(() => expect(begun).toEqual(['create']))
  answer({ challenge: '' })
  await become
  await vi.waitFor(() => expect(begun).toEqual(['create', 'offer']))
  leaving.abort()
  expect(await offered).toBeUndefined()
})
