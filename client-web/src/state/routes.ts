/** Which page an address names. */

export type Route =
  | { page: 'lobby' }
  | { page: 'game'; game: string }
  | { page: 'table'; table: string; at: number | undefined; invitation: string | undefined }
  | { page: 'device'; code: string | undefined }
  | { page: 'person'; person: string }
  | { page: 'ladder'; game: string; number: number }
  | { page: 'account'; code: string | undefined }
  | { page: 'signed-in' }
  | { page: 'notifications'; code: string | undefined }
  | { page: 'rules'; game: string; rule: string | undefined }
  | { page: 'about' }
  | { page: 'moderation' }
  | { page: 'missing' }

/** What a table's id is made of; the service hears of no other. */
const TABLE = /^[\w-]{4,40}$/

/** A person's id, as the service makes them. */
const PERSON = /^[a-z2-7]{16}$/

/** A game's key. */
const GAME = /^[a-z][a-z0-9_]{0,31}$/

/** What an address means. */
export function route(url: URL): Route {
  const [first, second, ...more] = url.pathname.split('/').filter((part) => part !== '')
  // What only the client should know stands behind the #, which a browser sends to nobody.
  const secret = decoded(url.hash.slice(1)) || undefined
  if (first === undefined) return { page: 'lobby' }
  if (more.length > 0) return { page: 'missing' }
  if (first === 'table' && second !== undefined && TABLE.test(second)) {
    const at = Number(url.searchParams.get('at'))
    return { page: 'table', table: second, at: Number.isSafeInteger(at) && at > 0 ? at : undefined, invitation: secret }
  }
  if (first === 'rules' && second !== undefined) {
    return { page: 'rules', game: second, rule: secret }
  }
  if (first === 'games' && second !== undefined && GAME.test(second)) return { page: 'game', game: second }
  if (first === 'people' && second !== undefined && PERSON.test(second)) return { page: 'person', person: second }
  if (first === 'ladder' && second !== undefined && GAME.test(second)) {
    const number = Number(url.searchParams.get('page'))
    return { page: 'ladder', game: second, number: Number.isSafeInteger(number) && number > 0 ? number : 1 }
  }
  if (second !== undefined) return { page: 'missing' }
  // Of which game, the page chooses.
  if (first === 'rules') return { page: 'rules', game: '', rule: undefined }
  if (first === 'ladder') return { page: 'ladder', game: '', number: 1 }
  if (first === 'calls') return { page: 'notifications', code: secret }
  if (first === 'account') return { page: 'account', code: secret }
  if (first === 'signed-in') return { page: 'signed-in' }
  if (first === 'device') return { page: 'device', code: secret }
  if (first === 'moderation') return { page: 'moderation' }
  if (first === 'about') return { page: 'about' }
  return { page: 'missing' }
}

/** A link that was cut off may end within a letter. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** The address of a game's page. */
export const gamePath = (game: string): string => `/games/${game}`

/** The address of a page of a game's ladder. */
export function ladderPath(game: string, number = 1): string {
  return number === 1 ? `/ladder/${game}` : `/ladder/${game}?page=${String(number)}`
}

/** The address of a table, at a past position if one is given. */
export function tablePath(table: string, at?: number, invitation?: string): string {
  const query = at === undefined ? '' : `?at=${at}`
  return `/table/${table}${query}${invitation === undefined ? '' : `#${invitation}`}`
}
