/** The numbered rules of a game: Markdown cut into chapters and rules, each with clean HTML and its plain text. */

import DOMPurify from 'dompurify'
import { Marked, type Token, type Tokens } from 'marked'

export interface Rule {
  number: string
  title: string
  /** The text below the heading. */
  html: string
  /** The rule in a few words, quoted at the beginning of its text; empty where it has none. */
  short: string
  /** What is searched: the title and the text, without markup. */
  text: string
}

export interface Chapter {
  title: string
  /** What stands between the chapter's heading and its first rule. */
  html: string
  rules: Rule[]
}

export interface Reference {
  /** What stands before the first chapter. */
  html: string
  chapters: Chapter[]
}

const NUMBERED = /^([A-Z]+\d+[a-z]?)\s+(.*)$/
const marked = new Marked()

/** The parts of a rules file. The HTML comes from its author and has to be cleaned before it is shown. */
export function read(markdown: string): Reference {
  const reference: Reference = { html: '', chapters: [] }
  let waiting: Token[] = []
  let into: { html: string; short?: string; text?: string } = reference
  const close = () => {
    const quoted = (token: Token): boolean => into.short !== undefined && token.type === 'blockquote'
    if (into.short !== undefined) {
      const inner = waiting.filter(quoted).flatMap((token) => (token as Tokens.Blockquote).tokens)
      into.short = marked.parser(inner)
    }
    into.html = marked.parser(waiting.filter((token) => !quoted(token)))
    if (into.text !== undefined) into.text = `${into.text} ${plain(waiting)}`
    waiting = []
  }
  for (const token of marked.lexer(markdown)) {
    if (token.type !== 'heading') {
      waiting.push(token)
      continue
    }
    const { depth, text } = token as Tokens.Heading
    if (depth === 1) continue
    close()
    const [, number, title] = NUMBERED.exec(text) ?? []
    if (number === undefined || title === undefined) {
      const chapter: Chapter = { title: text, html: '', rules: [] }
      reference.chapters.push(chapter)
      into = chapter
    } else {
      const rule: Rule = { number, title, html: '', short: '', text: title }
      if (reference.chapters.length === 0) reference.chapters.push({ title: '', html: '', rules: [] })
      reference.chapters.at(-1)?.rules.push(rule)
      into = rule
    }
  }
  close()
  return reference
}

/** The words of some tokens without their markup. */
function plain(tokens: readonly Token[]): string {
  return tokens
    .map((token): string => {
      const { tokens: inner, items, text, rows } = token as Partial<Tokens.Generic>
      if (Array.isArray(rows))
        return rows
          .flat()
          .map((cell: Tokens.TableCell) => plain(cell.tokens))
          .join(' ')
      if (Array.isArray(items)) return plain(items as Token[])
      if (Array.isArray(inner)) return plain(inner)
      return typeof text === 'string' ? text : ''
    })
    .join(' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
}

/** Whether a reference has rules in a few words, too. */
export function hasShort({ chapters }: Reference): boolean {
  return chapters.some(({ rules }) => rules.some(({ short }) => short !== ''))
}

/** The rules that have a short version, and the one that was asked for. */
export function abridged(chapters: readonly Chapter[], asked: string | undefined): Chapter[] {
  return keep(chapters, ({ number, short }) => short !== '' || number === asked)
}

export interface Found {
  chapters: Chapter[]
  rules: number
  /** How often the words occur; none when a number was looked up. */
  hits: number
  /** What to mark in the text; empty when a number was looked up. */
  mark: string
}

const A_NUMBER = /^([a-z]{1,2})\s*(\d+[a-z]?)?$/i

/** The rules that answer a search: those of a number, or else those whose text has the words. */
export function search(reference: Reference, query: string): Found {
  const words = query.trim().replaceAll(/\s+/g, ' ')
  const every = reference.chapters
  const count = (chapters: readonly Chapter[]) => chapters.reduce((sum, chapter) => sum + chapter.rules.length, 0)
  if (words === '') return { chapters: every, rules: count(every), hits: 0, mark: '' }
  const numbered = A_NUMBER.exec(words)
  if (numbered !== null) {
    const number = `${numbered[1] ?? ''}${numbered[2] ?? ''}`.toUpperCase()
    const found = keep(every, (rule) => rule.number.toUpperCase().startsWith(number))
    if (found.length > 0) return { chapters: found, rules: count(found), hits: 0, mark: '' }
  }
  let hits = 0
  const found = keep(every, (rule) => {
    const here = occurrences(rule.text, words)
    hits += here
    return here > 0
  })
  return { chapters: found, rules: count(found), hits, mark: words }
}

function keep(chapters: readonly Chapter[], wanted: (rule: Rule) => boolean): Chapter[] {
  return chapters.flatMap((chapter) => {
    const rules = chapter.rules.filter(wanted)
    return rules.length === 0 ? [] : [{ ...chapter, html: '', rules }]
  })
}

function pattern(words: string): RegExp {
  const safe = words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(' ', '\\s+')
  return new RegExp(safe, 'gi')
}

function occurrences(text: string, words: string): number {
  return text.match(pattern(words))?.length ?? 0
}

/** HTML in which the words are marked. Only text is touched, never a tag or a character reference. */
export function highlight(html: string, words: string): string {
  if (words === '') return html
  const wanted = pattern(words)
  return html
    .split(/(<[^>]*>|&[a-z\d#]+;)/i)
    .map((part, index) => (index % 2 === 1 ? part : part.replaceAll(wanted, (found) => `<mark>${found}</mark>`)))
    .join('')
}

/** Text in pieces, those that were searched for marked. */
export function marks(text: string, words: string): { text: string; found: boolean }[] {
  if (words === '') return [{ text, found: false }]
  const wanted = new RegExp(`(${pattern(words).source})`, 'gi')
  return text
    .split(wanted)
    .map((part, index) => ({ text: part, found: index % 2 === 1 }))
    .filter((part) => part.text !== '')
}

/** HTML that may stand in the page: no script, no style, no form. */
export function clean(html: string): string {
  return DOMPurify.sanitize(html, { FORBID_TAGS: ['style', 'form', 'input'], FORBID_ATTR: ['style'] })
}
