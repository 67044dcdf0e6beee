/** What the whole client shares: the connection to the service, and who one is. */

import type { Accepted, Do } from '../wire/generated'
import { ApiError, type Session, api } from '../net/api'
import { Connection, browserSurroundings, followBrowser } from '../net/connection'
import { language, said, t } from '../i18n/i18n.svelte'
import { Live } from '../browser/live.svelte'
import { givenName } from './guest'
import { Keeper } from './keeper'
import type { Reason } from './reasons.svelte'
import { toast } from './toasts.svelte'
import type { Words } from '../i18n/words'
import { forget, recall, remember } from '../browser/remember'

export const connection = new Connection(browserSurroundings(async () => (await api.session()) !== undefined))
export const liveConnection = new Live(connection)

const OWNER = 'kept'

export const keeper = new Keeper({
  store: async () => (await import('../browser/store')).database,
  owner: { get: () => recall(OWNER), set: (session) => remember(OWNER, session), clear: () => forget(OWNER) },
  connected: () => connection.link.is === 'connected',
  now: Date.now,
  hidden: (work) => {
    const hear = (): void => void (document.hidden && work())
    document.addEventListener('visibilitychange', hear)
    return () => document.removeEventListener('visibilitychange', hear)
  },
})
export const liveKeeper = new Live(keeper)

/** Whether the page is without a connection for so long that what was kept is better than nothing. */
export function isAway(): boolean {
  const { is } = liveConnection.now.link
  return is === 'lost' || is === 'offline' || is === 'gone'
}

type Who =
  | { is: 'banned'; until: number; why: string }
  | { is: 'loading' }
  | { is: 'nobody'; ended: boolean }
  | { is: 'unreachable' }
  | { is: 'known'; session: Session }

let who = $state.raw<Who>({ is: 'loading' })

export function whoAmI(): Who {
  return who
}

/** Your person, empty while nobody is known. */
export function me(): Session {
  return who.is === 'known' ? who.session : { person: '', name: '' }
}

export function becomeKnown(session: Session): void {
  const other = who.is !== 'known' || who.session.person !== session.person
  if (other && who.is === 'known') forgetPush()
  who = { is: 'known', session }
  keeper.belongTo(session)
  if (!other) {
    connection.me = session
    if (connection.link.is === 'signed-out') connection.start()
    return
  }
  connection.stop()
  connection.abandon()
  connection.start()
}

/** `ended`: the reader had a session, which somebody else has ended. */
export function becomeNobody(ended = false): void {
  forgetPush()
  keeper.belongTo(undefined)
  connection.stop()
  who = { is: 'nobody', ended }
}

/** Sign in as a guest with a made-up name. Rejects if the server is full or does not answer. */
export async function comeAsGuest(): Promise<void> {
  becomeKnown(await api.signIn(givenName(language(), Math.random())))
}

/** What notifies one person shall not notify the next one in this browser; the service finds it gone. */
function forgetPush(): void {
  if (!('serviceWorker' in navigator)) return
  void navigator.serviceWorker
    .getRegistration('/')
    .then((registration) => registration?.pushManager.getSubscription())
    .then((subscription) => subscription?.unsubscribe())
    .catch(() => undefined)
}

/** Moderators keep this visitor out. */
function banned(until: number, why: string): void {
  keeper.belongTo(undefined)
  connection.stop()
  connection.abandon()
  who = { is: 'banned', until, why }
}

/** Milliseconds after which a service that does not answer who one is is taken to be out of reach. */
const PATIENCE = 4_000

/** Without an answer one is who one was, as far as this device has kept anything: the connection will say if not. */
function comeAsKept(): void {
  const { owner } = keeper
  if (owner !== undefined && (who.is === 'loading' || who.is === 'unreachable')) becomeKnown(owner)
}

/** Load who one is; `ended`: the session that one had is no longer good. */
export async function loadSession(ended = false): Promise<void> {
  const waiting = ended ? undefined : setTimeout(comeAsKept, PATIENCE)
  try {
    const session = await api.session()
    if (session === undefined) becomeNobody(ended)
    else becomeKnown(session)
  } catch (error) {
    if (error instanceof ApiError && error.code === 'banned') {
      banned(Number(error.told['until'] ?? 0), String(error.told['why'] ?? ''))
      return
    }
    if (who.is !== 'known' || ended) who = { is: 'unreachable' }
    if (!ended) comeAsKept()
    setTimeout(() => void loadSession(ended), 1_000 + Math.random() * 4_000)
  } finally {
    clearTimeout(waiting)
  }
}

export function begin(): void {
  followBrowser(connection)
  connection.listen((message) => {
    if (message.t === 'banned') banned(message.until, message.why ?? '')
  })
  connection.watch(() => {
    // Another page of this browser may have signed in: this one goes on as the same person then.
    if (connection.link.is === 'signed-out') void loadSession(true)
    if (connection.link.is === 'connected') keeper.fresh()
    // Another page of this browser may have become somebody else, or changed the name.
    const { me } = connection
    if (me !== undefined && who.is === 'known' && (me.person !== who.session.person || me.name !== who.session.name)) {
      who = { is: 'known', session: me }
    }
  })
  void loadSession()
}

/** The words for a refusal: the game's own where it names a rule, else the frame's. */
export function refusal(
  code: string,
  rule: string,
  params: Record<string, string | number>,
  words: Words | undefined,
  person: (seat: number) => string,
): string {
  const game = words?.refused(code, params, person)
  const frame = said(`refused.${code}`, params)
  return (rule === '' ? (frame ?? game) : (game ?? frame)) ?? t('refused.other', { code })
}

export interface Performance {
  table?: string
  /** Says what is on its way, for when the connection is away. */
  label?: string
  words?: Words
  game?: string
  person?: (seat: number) => string
  /** Where a refusal is shown in place of a notice at the edge of the page; false: nowhere. */
  refused?: (reason: Reason, code: string) => boolean
}

/** Do something; a refusal is shown in words, with a link to its rule. Undefined when it was refused. */
export async function perform(what: Do, how: Performance = {}): Promise<Accepted | undefined> {
  if (keeper.since !== undefined) {
    // It would be done to what may be another position by then.
    toast(t('kept.refused'), 'refused')
    return undefined
  }
  const answer = await connection.command(what, how.table, how.label)
  if (answer.t === 'accepted') return answer
  const rule = answer.rule ?? ''
  const text = refusal(answer.code, rule, answer.params ?? {}, how.words, how.person ?? String)
  const link =
    rule === '' || how.game === undefined
      ? undefined
      : { text: t('rule', { rule }), href: `/rules/${how.game}#${rule}` }
  if (answer.code !== 'discarded' && how.refused?.({ text, rule: link }, answer.code) === true) return undefined
  toast(text, answer.code === 'discarded' ? 'note' : 'refused', link)
  return undefined
}
