/** Message catalogues in ICU MessageFormat, compiled when first used; what was said is kept, for it is said again. */

import { IntlMessageFormat, type PrimitiveType } from 'intl-messageformat'

export type Catalogue = Readonly<Record<string, string>>
export type MessageParams = Record<string, PrimitiveType>

/** Sentences kept of a catalogue before it begins anew. */
const KEPT = 4_000

/** What is made of the same arguments is made once. */
function kept<A extends unknown[], T>(make: (...given: A) => T): (...given: A) => T {
  const made = new Map<string, T>()
  return (...given) => {
    const name = JSON.stringify(given)
    const found = made.get(name) ?? make(...given)
    made.set(name, found)
    return found
  }
}

/** They take longer to make than a sentence: all messages share them. */
const formatters = {
  getNumberFormat: kept((...given: ConstructorParameters<typeof Intl.NumberFormat>) => new Intl.NumberFormat(...given)),
  getDateTimeFormat: kept(
    (...given: ConstructorParameters<typeof Intl.DateTimeFormat>) => new Intl.DateTimeFormat(...given),
  ),
  getPluralRules: kept((...given: ConstructorParameters<typeof Intl.PluralRules>) => new Intl.PluralRules(...given)),
}

export class Messages {
  private readonly compiled = new Map<string, IntlMessageFormat>()
  private readonly said = new Map<string, unknown>()

  constructor(
    readonly language: string,
    private readonly catalogue: Catalogue,
  ) {}

  has(key: string): boolean {
    return Object.hasOwn(this.catalogue, key)
  }

  keys(): string[] {
    return Object.keys(this.catalogue)
  }

  /** The raw text of a key. */
  raw(key: string): string | undefined {
    return this.has(key) ? this.catalogue[key] : undefined
  }

  /** The message ready to be formatted, or undefined when there is none or it cannot be read. */
  message(key: string): IntlMessageFormat | undefined {
    const known = this.compiled.get(key)
    if (known !== undefined) return known
    const text = this.raw(key)
    if (text === undefined) return undefined
    try {
      const message = new IntlMessageFormat(text, this.language, undefined, { ignoreTag: true, formatters })
      this.compiled.set(key, message)
      return message
    } catch {
      return undefined
    }
  }

  /** The text of a message; the key itself when there is none, so that a hole in a catalogue can be seen. */
  format(key: string, params: MessageParams = {}): string {
    return this.once('text', key, params, () => {
      try {
        const text = this.message(key)?.format(params)
        return typeof text === 'string' ? text : key
      } catch {
        return key
      }
    })
  }

  /** What is made of a key and its parameters, made once. Each kind of making has its name. */
  once<T>(kind: string, key: string, params: object, make: () => T): T {
    const name = `${kind} ${key} ${JSON.stringify(params)}`
    if (this.said.has(name)) return this.said.get(name) as T
    if (this.said.size >= KEPT) this.said.clear()
    const made = make()
    this.said.set(name, made)
    return made
  }
}
