/** What stands behind the # of the account's address: a code that someone passed on, or the link from an email. */

export type Linked =
  | { is: 'nothing' }
  /** The way to a new password is looked for. */
  | { is: 'forgotten' }
  /** A code of the person who runs the server. */
  | { is: 'code'; code: string }
  /** A link from an email, which confirms an address or sets a new password. */
  | { is: 'confirm' | 'reset'; token: string }

/** The address of the page on which a link is requested. */
export const FORGOTTEN = '/account#forgotten'

/** Where an address leads; `emails` is whether the service sends any, undefined while that is not known. */
export function linked(secret: string | undefined, emails?: boolean): Linked {
  if (secret === undefined) return { is: 'nothing' }
  if (FORGOTTEN.endsWith(`#${secret}`)) return { is: emails === false ? 'nothing' : 'forgotten' }
  // No code has a dot.
  const dot = secret.indexOf('.')
  const kind = secret.slice(0, Math.max(dot, 0))
  if (kind === 'confirm' || kind === 'reset') return { is: kind, token: secret.slice(dot + 1) }
  return { is: 'code', code: secret }
}
