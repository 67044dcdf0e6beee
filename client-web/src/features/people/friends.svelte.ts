/** Invitations by name, whom one follows and whom one has blocked, as the service sends them to this page. */

import { connection } from '../../state/app.svelte'
import { commandId } from '../../browser/random'
import type { Inbound, Invitation, Online, Opened } from '../../wire/generated'
import { takeOpened } from './opened'

/** New tables of those whom one follows that are shown at once. */
const MOST = 3

interface Friends {
  invitations: readonly Invitation[]
  /** By their ids the names of those whom one follows; undefined as long as that is not known. */
  following: Readonly<Record<string, string>> | undefined
  followable: boolean
  opened: readonly Opened[]
  online: Online | undefined
  /** By their ids the names of those whom one has blocked, empty where there is none any more; undefined as long as
      that is not known. */
  blocked: Readonly<Record<string, string>> | undefined
}
let now = $state.raw<Friends>({
  invitations: [],
  following: undefined,
  followable: true,
  opened: [],
  online: undefined,
  blocked: undefined,
})

function learn(more: Partial<Friends>): void {
  now = { ...now, ...more }
}

export function friends(): Friends {
  return now
}

/** Called with the person who declined; set by the part that shows it. */
export const on = { declined: (name: string): void => void name }

let listening = false
let blockedWanted = false
const answers = new Map<string, (code: string) => void>()

/** Listen from now on. */
export function listen(): void {
  if (listening) return
  listening = true
  learn({ opened: takeOpened().slice(-MOST) })
  connection.listen((message) => {
    if (message.t === 'welcome') {
      // Requests on the connection before are not answered any more.
      for (const id of [...answers.keys()]) answer(id, 'unavailable')
      connection.send({ t: 'company' })
      if (blockedWanted) connection.send({ t: 'blocks' })
    } else if (message.t === 'invitations') learn({ invitations: message.invitations ?? [] })
    else if (message.t === 'following') {
      learn({ following: message.persons ?? {}, followable: message.followable ?? true })
    } else if (message.t === 'opened') learn({ opened: [...now.opened, message].slice(-MOST) })
    else if (message.t === 'blocked') {
      const { persons = [], names = {} } = message
      learn({ blocked: Object.fromEntries(persons.map((person) => [person, names[person] ?? ''])) })
    } else if (message.t === 'around') learn({ online: message })
    else if (message.t === 'declined') on.declined(message.name ?? '')
    else if (message.t === 'done') answer(message.id, '')
    else if (message.t === 'refused') answer(message.id, message.code)
  })
  connection.send({ t: 'company' })
}

/** Listen for whom one has blocked, from now on. */
export function listenBlocked(): void {
  listen()
  blockedWanted = true
  connection.send({ t: 'blocks' })
}

/** Request all of it, and who is online, which only the lobby gets by itself. */
export function refresh(): void {
  connection.send({ t: 'company' })
}

function answer(id: string, code: string): void {
  answers.get(id)?.(code)
  answers.delete(id)
}

function send(message: (id: string) => Inbound): Promise<string> {
  listen()
  const id = commandId()
  return new Promise((resolve) => {
    answers.set(id, resolve)
    if (!connection.send(message(id))) answer(id, 'unavailable')
  })
}

/** Invite somebody; the code of a refusal, empty if it is done. */
export const invite = (table: string, who: { person: string } | { login: string }): Promise<string> =>
  send((id) => ({ t: 'invite', id, table, ...who }))

export const follow = (person: string, follow: boolean): Promise<string> =>
  send((id) => ({ t: 'follow', id, person, follow }))

export const block = (person: string, blocked: boolean): Promise<string> =>
  send((id) => ({ t: 'block', id, person, blocked }))

export function letFollow(followable: boolean): void {
  connection.send({ t: 'company', followable })
}

/** One has come, or does not want to. */
export function forget(table: string): void {
  learn({ invitations: now.invitations.filter((one) => one.table !== table) })
}

export function decline(table: string): void {
  forget(table)
  connection.send({ t: 'decline', table })
}

/** It was seen. */
export function dismiss(table: string): void {
  learn({ opened: now.opened.filter((one) => one.table !== table) })
}
