/** What the service says of one's account, and does with it. */

import { type Session, call } from '../../net/api'
import type { Language } from '../../i18n/i18n.svelte'

export interface Passkey {
  id: string
  device: string
  /** Unix seconds. */
  made: number
}

/** An account elsewhere that signs one in. */
export interface Identity {
  id: string
  /** Of a provider, or `proxy`. */
  issuer: string
  subject: string
  /** Unix seconds. */
  made: number
}

/** What one goes to the provider for. */
export type Purpose = 'sign_in' | 'link' | 'prove'

export interface Account extends Session {
  /** Empty for a guest. */
  login: string
  mail: string
  /** Whether its owner opened the link that was sent there; before that it counts for nothing. */
  mail_confirmed: boolean
  /** Whether the service sends emails at all. */
  mail_offered: boolean
  /** Whether it has one. */
  password: boolean
  passkeys: Passkey[]
  identities: Identity[]
  /** The provider with which people can sign in; empty if there is none. */
  provider: string
  /** Whether a proxy has signed one in. */
  vouched: boolean
}

export interface Listed {
  session: string
  device: string
  /** Unix seconds; of `seen` only the day counts. */
  made: number
  seen: number
  this: boolean
}

/** A bot of your own. Times in Unix seconds; `token` is when the present one was made, 0: there is none. */
export interface Bot {
  bot: string
  name: string
  token: number
  /** Known to the hour; 0: never. */
  used: number
}

/** One's bots, and how many there may be. */
export interface OwnBots {
  bots: readonly Bot[]
  most: number
}

const PATH = '/api/account'

export const accounts = {
  read: () => call<Account>('GET', PATH),
  become: (login: string, password: string, email: string, language: Language) =>
    call<Session>('POST', PATH, { login, password, mail: email, language }),
  offerAccount: (login: string) =>
    call<PublicKeyCredentialCreationOptionsJSON>('POST', `${PATH}/passkey/offer`, { login }),
  becomeByPasskey: (login: string, email: string, language: Language, credential: unknown) =>
    call<Session>('POST', `${PATH}/passkey`, { login, mail: email, language, credential }),
  signIn: (login: string, password: string) => call<Session>('POST', `${PATH}/session`, { login, password }),
  reset: (code: string, password: string) => call<Session>('POST', `${PATH}/reset`, { code, password }),
  /** Whether a forgotten password can be reset by email. */
  recovery: () => call<{ mail_offered: boolean }>('GET', `${PATH}/recovery`),
  /** The provider with which people can sign in, if there is one, and the address where that goes on. */
  provider: () => call<{ provider: string }>('GET', `${PATH}/external`),
  toProvider: (purpose: Purpose) => call<{ url: string }>('POST', `${PATH}/external`, { purpose }),
  fromProvider: (answer: { code: string; state: string; issuer: string }) =>
    call<Session>('POST', `${PATH}/external/session`, answer),
  proveByProxy: () => call<undefined>('POST', `${PATH}/external/proof`),
  dropIdentity: (id: string) => call<undefined>('DELETE', `${PATH}/identities/${id}`),
  requestLink: (name: string, language: Language) => call<undefined>('POST', `${PATH}/recovery`, { name, language }),
  /** Which account a link from an email is for. */
  readLink: (token: string) => call<{ login: string }>('POST', `${PATH}/recovery/link`, { token }),
  resetByLink: (token: string, password: string) =>
    call<Session>('POST', `${PATH}/recovery/password`, { token, password }),
  prove: (password: string) => call<undefined>('POST', `${PATH}/proof`, { password }),
  changePassword: (password: string) => call<undefined>('PUT', `${PATH}/password`, { password }),
  changeEmail: (email: string, language: Language) => call<undefined>('PUT', `${PATH}/mail`, { mail: email, language }),
  confirmEmail: (token: string) => call<{ mail: string }>('POST', `${PATH}/mail/confirm`, { token }),
  offerPasskey: () => call<PublicKeyCredentialCreationOptionsJSON>('POST', `${PATH}/passkeys/offer`),
  addPasskey: (credential: unknown) => call<undefined>('POST', `${PATH}/passkeys`, { credential }),
  dropPasskey: (id: string) => call<undefined>('DELETE', `${PATH}/passkeys/${id}`),
  requestPasskey: () => call<PublicKeyCredentialRequestOptionsJSON>('POST', `${PATH}/session/passkey/ask`),
  showPasskey: (credential: unknown) => call<Session>('POST', `${PATH}/session/passkey`, { credential }),
  sessions: () => call<Listed[]>('GET', `${PATH}/sessions`),
  endSession: (session: string) => call<undefined>('DELETE', `${PATH}/sessions/${session}`),
  endOthers: () => call<undefined>('DELETE', `${PATH}/sessions`),
  bots: () => call<OwnBots>('GET', `${PATH}/bots`),
  makeBot: (name: string) => call<{ bot: string; token: string }>('POST', `${PATH}/bots`, { name }),
  renewBot: (bot: string) => call<{ bot: string; token: string }>('POST', `${PATH}/bots/${bot}/token`),
  revokeBot: (bot: string) => call<undefined>('DELETE', `${PATH}/bots/${bot}/token`),
  eraseBot: (bot: string) => call<undefined>('DELETE', `${PATH}/bots/${bot}`),
  data: () => call<unknown>('GET', `${PATH}/export`),
  erase: () => call<undefined>('DELETE', PATH),
}
