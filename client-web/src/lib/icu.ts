/**
 * Messages in ICU MessageFormat, read into parts: text, arguments, and the texts that an argument chooses among.
 *
 * As much of it as the service reads (`engines/kit/icu.py`), so that whatever one of them can say the other can too.
 */

/** `#` in a text that a plural chose: the number it was chosen by. */
export const NUMBER = Symbol('#')

/** A place for the value of that name. */
export interface Argument {
  name: string
  /** What stands behind the name, empty if nothing does. */
  kind: string
  /** The texts of a `plural`, a `select` or a `selectordinal` by what chooses them; `other` is always among them. */
  choices: ReadonlyMap<string, Message>
}

export type Message = readonly (string | Argument | typeof NUMBER)[]

const COUNTING: readonly string[] = ['plural', 'selectordinal']
const CHOOSING: readonly string[] = [...COUNTING, 'select']
const NAME = /^[\p{L}_][\p{L}\p{N}_]*$/u

class Malformed extends Error {}

/** The message in its parts. Throws where it cannot be read. */
export function parse(text: string): Message {
  const reader = new Reader(text)
  const parts = reader.parts(false)
  if (!reader.ended) throw new Malformed(text)
  return parts
}

/** The names of all arguments of a message, those in its choices too. */
export function argumentsOf(message: Message): ReadonlySet<string> {
  return new Set(
    message.flatMap((part) =>
      typeof part === 'object'
        ? [part.name, ...[...part.choices.values()].flatMap((each) => [...argumentsOf(each)])]
        : [],
    ),
  )
}

class Reader {
  private at = 0

  constructor(private readonly text: string) {}

  get ended(): boolean {
    return this.at >= this.text.length
  }

  /** Text with arguments in it, up to the brace that closes it or to the end. */
  parts(counting: boolean): Message {
    const special = counting ? '{}#' : '{}'
    const found: (string | Argument | typeof NUMBER)[] = []
    while (!this.ended && !this.is('}')) {
      if (this.takes('{')) found.push(this.argument())
      else if (counting && this.takes('#')) found.push(NUMBER)
      else found.push(this.literal(special))
    }
    return found
  }

  private is(sign: string): boolean {
    return this.text[this.at] === sign
  }
  private takes(sign: string): boolean {
    if (!this.is(sign)) return false
    this.at += 1
    return true
  }
  private take(sign: string): void {
    if (!this.takes(sign)) throw new Malformed(this.text)
  }

  private literal(special: string): string {
    let text = ''
    for (let sign = this.text[this.at]; sign !== undefined && !special.includes(sign); sign = this.text[this.at]) {
      this.at += 1
      text += sign === "'" ? this.quoted(special) : sign
    }
    return text
  }
  /** An apostrophe quotes what follows only before something special; two of them are one. */
  private quoted(special: string): string {
    if (this.takes("'")) return "'"
    const next = this.text[this.at]
    if (next === undefined || !special.includes(next)) return "'"
    const [begin, close] = [this.at, this.text.indexOf("'", this.at)]
    this.at = close < 0 ? this.text.length : close + 1
    return this.text.slice(begin, close < 0 ? undefined : close)
  }

  private until(stops: string): string {
    const begin = this.at
    while (!this.ended && !stops.includes(this.text.charAt(this.at))) this.at += 1
    return this.text.slice(begin, this.at).trim()
  }

  private argument(): Argument {
    const name = this.until(',{}')
    if (!NAME.test(name)) throw new Malformed(this.text)
    const kind = this.takes(',') ? this.until(',{}') : ''
    const chooses = CHOOSING.includes(kind)
    const choices = chooses ? this.choices(COUNTING.includes(kind)) : new Map<string, Message>()
    if (!chooses && this.takes(',')) this.until('{}')
    this.take('}')
    return { name, kind, choices }
  }

  private choices(counting: boolean): ReadonlyMap<string, Message> {
    const choices = new Map<string, Message>()
    this.take(',')
    for (let name = this.until('{}'); !this.is('}'); name = this.until('{}')) {
      this.take('{')
      choices.set(name, this.parts(counting))
      this.take('}')
    }
    if (!choices.has('other')) throw new Malformed(this.text)
    return choices
  }
}
