/**
 * The words of one game in one language: lines, moves, names, refusals and labels, as its engine ships them.
 * A parameter named `seat` is a person; a text parameter is an id that may have a name of its own.
 */

import type { GameMove, Line } from '../wire/generated'
import { perLanguage } from './perlanguage'
import { joined } from './joined'
import { type Catalogue, Messages } from './messages'

/** A stretch of a sentence. Names of things and persons stand out. */
export interface Piece {
  text: string
  strong: boolean
}

type Params = Readonly<Record<string, unknown>>

/** A parameter that reads as its name, and is told apart by its id in a `select`. */
export class Named {
  constructor(
    readonly id: string,
    readonly text: string,
  ) {}

  toString(): string {
    return this.id
  }
}

/** Made when first used: a slow phone takes a tenth of a second for one, and few boards need it. */
const collators = perLanguage((language) => new Intl.Collator(language, { numeric: true }))

/** Members of views and lines that hold the number of a seat. */
const SEAT_MEMBERS: ReadonlySet<string> = new Set([
  'seat',
  'seats',
  'order',
  'pawns',
  'owner',
  'tolls',
  'winner',
  'winners',
])

export class Words {
  readonly messages: Messages
  private anywhere: Map<string, string> | undefined
  private ranks: Map<string, number> | undefined
  private moveRanks: Map<string, number> | undefined

  constructor(
    readonly language: string,
    catalogue: Catalogue,
  ) {
    this.messages = new Messages(language, catalogue)
  }

  /** Orders texts as readers of the language expect, numbers in them by their size. */
  readonly compare = (one: string, other: string): number => collators(this.language).compare(one, other)

  get title(): string | undefined {
    return this.messages.raw('name')
  }

  get about(): string | undefined {
    return this.messages.raw('about')
  }

  /** Whether scores count anything: the score of a game that is only won or lost has no words. */
  get scored(): boolean {
    return this.messages.raw('score') !== ''
  }

  /** What a score counts, where that is no points. */
  get scoreName(): string | undefined {
    return this.messages.raw('score.name')
  }

  /** A score in full, where it counts no points. */
  score(points: number): string | undefined {
    return this.messages.has('score') ? plain(this.pieces('score', 'score', { points }, String)) : undefined
  }

  /** The same after "with". */
  scoreWith(points: number): string | undefined {
    if (!this.messages.has('score.with')) return this.score(points)
    return plain(this.pieces('score.with', 'score', { points }, String))
  }

  /** A line of the history, of a price or of a gain. */
  line(line: Line, person: (seat: number) => string): Piece[] {
    return this.pieces(`line.${line.key}`, line.key, line.params ?? {}, person)
  }

  /** Whether a line is part of the one line that a turn has. */
  tellsTurn(line: Line): boolean {
    return this.messages.has(`turn.${line.key}`)
  }

  /** Such a line in few words, without the name of whose turn it is. */
  ofTurn(line: Line, person: (seat: number) => string): Piece[] {
    return this.pieces(`turn.${line.key}`, line.key, line.params ?? {}, person)
  }

  /** A price, a gain, or an item of a result; such lines may have words of their own under `part.` */
  part(line: Line, person: (seat: number) => string): Piece[] {
    const key = this.messages.has(`part.${line.key}`) ? `part.${line.key}` : `line.${line.key}`
    return this.pieces(key, line.key, line.params ?? {}, person)
  }

  /** What an item of the result is called, in the table of all seats; undefined when the game has no word for it. */
  item(key: string): string | undefined {
    return this.messages.raw(`item.${key}`)
  }

  /** What was counted for an item of the result, as `4 barrels`; undefined where that needs no word. */
  counted(line: Line): string | undefined {
    if (!this.messages.has(`counted.${line.key}`)) return undefined
    return plain(this.pieces(`counted.${line.key}`, line.key, line.params ?? {}, String))
  }

  /** What the game calls a player whom it plays itself; undefined when it has no word for it. */
  automatic(number: number): string | undefined {
    return this.messages.has('automatic') ? plain(this.pieces('automatic', 'automatic', { number }, String)) : undefined
  }

  /** What the game calls its chapter of that number; undefined when it has no word for it. */
  chapter(number: number): string | undefined {
    return this.messages.has('chapter') ? plain(this.pieces('chapter', 'chapter', { number }, String)) : undefined
  }

  /** The label of a move. */
  move(move: GameMove, person: (seat: number) => string): string {
    const { type, ...fields } = move
    return plain(this.pieces(`move.${type}`, type, fields, person))
  }

  /** What a chapter brought a seat, where that is more than points; undefined when the game has no words for it. */
  gain(gain: Readonly<Record<string, number>>): string | undefined {
    return this.messages.has('chapter_gain')
      ? plain(this.pieces('chapter_gain', 'chapter_gain', gain, String))
      : undefined
  }

  /** Why something is against the rules; undefined when the game has no words for it. */
  refused(code: string, params: Params, person: (seat: number) => string): string | undefined {
    const key = `refused.${code}`
    return this.messages.has(key) ? plain(this.pieces(key, code, params, person)) : undefined
  }

  /** The name of an id that stands under a member or parameter; ids of other members are tried too. */
  name(member: string, id: string): string | undefined {
    return this.messages.raw(`names.${member}.${id}`) ?? this.named(id)
  }

  /** The label of a member of the view. */
  label(member: string): string {
    return this.messages.raw(`view.${member}`) ?? this.named(member) ?? readable(member)
  }

  /** Where a member or id stands among the words, which puts views in the order that their authors wrote. */
  rank(key: string): number {
    if (this.ranks === undefined) {
      this.ranks = new Map()
      for (const known of this.messages.keys()) {
        const id = known.startsWith('view.') ? known.slice(5) : known.split('.').slice(2).join('.')
        if (/^(view|names)\./.test(known) && !this.ranks.has(id)) this.ranks.set(id, this.ranks.size)
      }
    }
    return this.ranks.get(key) ?? this.ranks.size
  }

  /** Where a type of moves stands among the words; those without words come last. */
  moveRank(type: string): number {
    this.moveRanks ??= new Map(
      this.messages
        .keys()
        .filter((key) => key.startsWith('move.'))
        .map((key, index) => [key.slice(5), index]),
    )
    return this.moveRanks.get(type) ?? this.moveRanks.size
  }

  option(field: string): string {
    return this.messages.raw(`option.${field}`) ?? readable(field)
  }

  optionHelp(field: string): string | undefined {
    return this.messages.raw(`option.${field}.help`)
  }

  optionValue(field: string, value: string): string {
    return this.messages.raw(`option.${field}.${value}`) ?? this.name(field, value) ?? value
  }

  private named(id: string): string | undefined {
    this.anywhere ??= new Map(
      this.messages.keys().flatMap((key): [string, string][] => {
        const [, , ...rest] = key.startsWith('names.') ? key.split('.') : []
        const text = this.messages.raw(key)
        return rest.length > 0 && text !== undefined ? [[rest.join('.'), text]] : []
      }),
    )
    return this.anywhere.get(id)
  }

  private pieces(key: string, fallback: string, params: Params, person: (seat: number) => string): Piece[] {
    const values = Object.fromEntries(
      Object.entries(params).map(([name, value]): [string, unknown] => [name, this.value(name, value, person)]),
    )
    const found = pieces(this.messages, key, values)
    if (found !== undefined) return found
    const rest = Object.values(values).map((value) => (value instanceof Named ? value.text : String(value)))
    return [{ text: [readable(fallback), ...rest].join(' · '), strong: false }]
  }

  /** Several ids as one parameter: told apart by them all, `none` where there are none, and read as their names. */
  private list(name: string, ids: readonly string[], person: (seat: number) => string): Named {
    const singular = name.replace(/s$/, '')
    const names = ids.map(
      (id) =>
        this.messages.raw(`names.${name}.${id}`) ??
        this.messages.raw(`names.${singular}.${id}`) ??
        (isSeat(name) && /^\d+$/.test(id) ? person(Number(id)) : id),
    )
    return new Named(ids.join(' ') || 'none', joined(this.language, names))
  }

  private value(name: string, value: unknown, person: (seat: number) => string): unknown {
    if (typeof value === 'number') return isSeat(name) ? new Named(String(value), person(value)) : value
    if (Array.isArray(value)) return this.list(name, value.map(String), person)
    if (typeof value !== 'string') return String(value)
    const found = this.messages.raw(`names.${name}.${value}`)
    return found === undefined ? value : new Named(value, found)
  }
}

/** What stands before a negative number is no hyphen. */
const MINUS = /(?<![\p{L}\p{N}])-(?=\d)/gu

/** A message as pieces, its named parameters standing out; undefined when there is none or it lacks a parameter. */
export function pieces(messages: Messages, key: string, values: Params): Piece[] | undefined {
  return messages.once('pieces', key, values, () =>
    messages
      .parts(key, values)
      ?.map((part): Piece =>
        part instanceof Named
          ? { text: part.text, strong: true }
          : { text: String(part).replaceAll(MINUS, '−'), strong: false },
      ),
  )
}

/** Whether numbers under this member are seats. */
export function isSeat(member: string): boolean {
  return SEAT_MEMBERS.has(member) || member.endsWith('_seat')
}

export function plain(pieces: readonly Piece[]): string {
  return pieces.map((piece) => piece.text).join('')
}

/** `end_of_round` as "End of round": the label of a member without words. */
export function readable(id: string): string {
  const text = id.replaceAll(/[_-]+/g, ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}
