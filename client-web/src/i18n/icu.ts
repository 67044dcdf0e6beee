/** Messages in ICU MessageFormat, in parts: text, arguments, and the texts that an argument chooses among. */

import { parse as read, type Token } from '@messageformat/parser'

/** `#` in a text that a plural chose: the number it was chosen by. */
export const NUMBER = Symbol('#')

/** A place for the value of that name. */
export interface Argument {
  name: string
  kind: 'plain' | 'plural' | 'select' | 'selectordinal'
  /** The texts of all but plain ones by what chooses them; `other` is always among them. */
  choices: ReadonlyMap<string, Message>
}

export type Message = readonly (string | Argument | typeof NUMBER)[]

/** What a message has that is more than its text. */
const MEANS = /[{}']/

/** The message in its parts. Throws where it cannot be read. */
export function parse(text: string): Message {
  // Most are mere text, which a slow phone need not read letter by letter.
  if (text !== '' && !MEANS.test(text)) return [text]
  return read(text).map(partOf)
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

function partOf(token: Token): Message[number] {
  switch (token.type) {
    case 'content':
      return token.value
    case 'octothorpe':
      return NUMBER
    case 'argument':
    case 'function':
      return { name: token.arg, kind: 'plain', choices: new Map() }
    default: {
      const choices = new Map(token.cases.map(({ key, tokens }) => [key, tokens.map(partOf)]))
      if (!choices.has('other')) throw new Error(`there is no other text for ${token.arg}`)
      return { name: token.arg, kind: token.type, choices }
    }
  }
}
