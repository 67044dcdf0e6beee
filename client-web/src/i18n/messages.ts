/** Message catalogues in ICU MessageFormat, read when first used; what was said is kept, for it is said again. */

import { perLanguage } from './perlanguage'
import { type Argument, type Message, NUMBER, parse } from './icu'

export type Catalogue = Readonly<Record<string, string>>
export type MessageParams = Record<string, string | number | boolean | undefined>

/** Sentences kept of a catalogue before it begins again. */
const KEPT = 4_000

/** Numbers below it have no sign between their digits. */
const GROUPED = 1_000
const formats = perLanguage((language) => new Intl.NumberFormat(language))
const rules = {
  plural: perLanguage((language) => new Intl.PluralRules(language)),
  selectordinal: perLanguage((language) => new Intl.PluralRules(language, { type: 'ordinal' })),
}

/*
 * How languages count. The browser's own formats take a slow phone longer to make than a page's other words, and most
 * numbers need none: small whole ones are their digits, and in English and German 1 is singular, all others are plural.
 */
function numeral(language: string, number: number): string {
  return Number.isInteger(number) && number >= 0 && number < GROUPED ? String(number) : formats(language).format(number)
}
function form(kind: keyof typeof rules, language: string, number: number): string {
  if (kind === 'plural' && Number.isInteger(number)) return Math.abs(number) === 1 ? 'one' : 'other'
  return rules[kind](language).select(number)
}

export class Messages {
  private readonly read = new Map<string, Message>()
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

  /** The message in its parts, or undefined when there is none or it cannot be read. */
  message(key: string): Message | undefined {
    const known = this.read.get(key)
    if (known !== undefined) return known
    const text = this.raw(key)
    if (text === undefined) return undefined
    try {
      const message = parse(text)
      this.read.set(key, message)
      return message
    } catch {
      return undefined
    }
  }

  /** The text of a message; the key itself when there is none, so that a hole in a catalogue can be seen. */
  format(key: string, params: MessageParams = {}): string {
    return this.once('text', key, params, () => this.parts(key, params)?.join('') ?? key)
  }

  /** A message with its values in it: text, and as they are those values that are objects; undefined if one is wanting. */
  parts(key: string, values: Readonly<Record<string, unknown>>): readonly (string | object)[] | undefined {
    const message = this.message(key)
    if (message === undefined) return undefined
    const found: (string | object)[] = []
    const whole = this.put(message, values, 0, (part) => {
      const last = found.at(-1)
      if (typeof part === 'string' && typeof last === 'string') found[found.length - 1] = last + part
      else found.push(part)
    })
    return whole ? found : undefined
  }

  /** Whether no value is wanting. */
  private put(
    message: Message,
    values: Readonly<Record<string, unknown>>,
    number: number,
    add: (part: string | object) => void,
  ): boolean {
    return message.every((part) => {
      if (part === NUMBER) add(numeral(this.language, number))
      else if (typeof part === 'string') add(part)
      else {
        const value = values[part.name]
        if (!Object.hasOwn(values, part.name)) return false
        if (part.choices.size > 0) return this.put(this.chosen(part, value), values, Number(value), add)
        add(typeof value === 'object' && value !== null ? value : String(value ?? ''))
      }
      return true
    })
  }

  private chosen({ kind, choices }: Argument, value: unknown): Message {
    const found =
      kind === 'plural' || kind === 'selectordinal'
        ? (choices.get(`=${String(value)}`) ?? choices.get(form(kind, this.language, Number(value))))
        : choices.get(String(value))
    return found ?? choices.get('other') ?? []
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
