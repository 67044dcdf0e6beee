/** The service's HTTP side: who one is, which games there are, invitations. */

/** What the service answered instead of what was asked for. `code` is `unreachable` when it did not answer. */
export class ApiError extends Error {
  constructor(
    readonly code: string,
    readonly status: number,
    message = code,
    /** Milliseconds after which it may be tried again, when it was too much. */
    readonly retryIn = 0,
    /** All that was answered. */
    readonly told: Readonly<Record<string, unknown>> = {},
  ) {
    super(message)
  }
}

export interface Session {
  person: string
  name: string
}

/** The part of JSON Schema that options are described in. */
export interface OptionSchema {
  type?: string
  enum?: (string | number)[]
  const?: string | number
  default?: unknown
  minimum?: number
  maximum?: number
  description?: string
  /** Values of other settings without which this one has no effect. */
  'x-only-with'?: Record<string, string>
}

export interface ObjectSchema {
  $ref?: string
  $defs?: Record<string, ObjectSchema>
  properties?: Record<string, OptionSchema>
}

export interface GameInfo {
  key: string
  version: number
  seats: number[]
  /** For each number of seats, how many further players the game itself plays. */
  automatic: number[]
  /** How long a game takes, and how much there is to think about, from 1 to 5; 0: the game does not say. */
  minutes: number
  weight: number
  /** The option that chooses between the basic game and others; empty if there is none. */
  variant: string
  /** One can learn it by playing. */
  lesson?: boolean
  options: ObjectSchema
  /** Where the module of its board is, if it has one, its style sheet, and further files that it can't be without. */
  board?: string
  style?: string
  requires?: string[]
  /** Where its picture is. */
  icon?: string
  /** A picture of its board in use. */
  picture?: string
}

export async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
    })
  } catch {
    throw new ApiError('unreachable', 0)
  }
  const text = await response.text()
  let answer: unknown
  try {
    answer = text === '' ? undefined : JSON.parse(text)
  } catch {
    throw new ApiError(response.ok ? 'unreadable' : 'failed', response.status)
  }
  if (!response.ok) {
    const { code, message, retry_in } = (answer ?? {}) as { code?: string; message?: string; retry_in?: number }
    throw new ApiError(code ?? 'failed', response.status, message, retry_in, answer as Record<string, unknown>)
  }
  return answer as T
}

export const api = {
  /** The person you are; undefined for nobody yet. */
  session: () => call<Session | undefined>('GET', '/api/session'),
  signIn: (name: string) => call<Session>('POST', '/api/session', { name }),
  rename: (name: string) => call<Session>('PATCH', '/api/session', { name }),
  signOut: () => call<undefined>('DELETE', '/api/session'),
  link: () => call<{ code: string; path: string; expires: number }>('POST', '/api/session/link'),
  redeem: (code: string) => call<Session>('POST', '/api/session/redeem', { code }),
  /** Which build of the service answers. */
  build: () => call<{ build: string }>('GET', '/healthz'),
  games: () => call<GameInfo[]>('GET', '/api/games'),
  words: (game: string, language: string) =>
    call<Record<string, string>>('GET', `/api/games/${encodeURIComponent(game)}/words.${language}.json`),
  async rules(game: string, language: string): Promise<string> {
    let response: Response
    try {
      response = await fetch(`/api/games/${encodeURIComponent(game)}/rules.${language}.md`)
    } catch {
      throw new ApiError('unreachable', 0)
    }
    if (!response.ok) throw new ApiError('failed', response.status)
    return response.text()
  },
  invite: (table: string) => call<{ token: string; path: string }>('POST', `/api/tables/${table}/invitation`),
  revoke: (table: string) => call<undefined>('DELETE', `/api/tables/${table}/invitation`),
}
