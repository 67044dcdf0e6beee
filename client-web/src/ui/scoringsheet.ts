/**
 * The sheet of a scoring: a column for each seat, a row for each item, the sum below.
 *
 * Boards of any framework show it too, so it is made without one. Its styles are in `scoringsheet.css`.
 */

import laurelCrown from '~icons/game-icons/laurel-crown?raw'
import { disc } from './disc'
import { gained, minus } from './signs'

export interface ScoringSheet {
  /** What the rows are, for screen readers: the head of their names. */
  items: string
  /** The columns from left to right. */
  seats: readonly SheetSeat[]
  /** The items: numbers have a sign, none is a dash, and the most of a row is bold. */
  rows: readonly SheetRow[]
  /** What they come to. */
  total?: SheetRow | undefined
  /** The places; the first of them are crowned. */
  places?: SheetRow | undefined
  /** More about the seats, such as their ratings. */
  more?: readonly SheetRow[] | undefined
}

export interface SheetSeat {
  name: string
  /** The colour of its disc. */
  colour: string
  /** It has won, or leads: its column stands out. */
  first?: boolean | undefined
  /** Where its name leads. */
  href?: string | undefined
  /** In small print below the name. */
  note?: string | undefined
}

export interface SheetRow {
  name: string
  /** Seat by seat: numbers, or words in their place; undefined where there is nothing. */
  values: readonly (number | string | undefined)[]
  /** Seat by seat in small print below the value. */
  notes?: readonly (string | undefined)[] | undefined
}

/** Columns beyond which everything is a little smaller. */
const FEW = 4

/** A new sheet. */
export function scoringSheet({ items, seats, rows, total, places, more = [] }: ScoringSheet): HTMLElement {
  const crowded = seats.length > FEW
  const heads = seats.map((seat) => headOf(seat, crowded ? 30 : 36))
  const table = element('table', crowded ? 'crowded' : '', [
    element('thead', '', element('tr', '', [scoped('col', element('span', 'unseen', items)), ...heads])),
    element(
      'tbody',
      '',
      rows.map((row) => rowOf(row, seats, brought(row))),
    ),
    element('tfoot', '', [
      ...(total === undefined ? [] : [rowOf(total, seats, plain, 'sum')]),
      ...(places === undefined ? [] : [rowOf(places, seats, crowned)]),
      ...more.map((row) => rowOf(row, seats, plain)),
    ]),
  ])
  return element('div', 'scoring-sheet', table)
}

function headOf({ name, colour, first, href, note }: SheetSeat, size: number): HTMLElement {
  const called = element('span', 'name', href === undefined ? name : link(href, name))
  called.title = name
  const head = scoped('col', [disc({ colour, size }), called, ...small(note)])
  if (first === true) head.className = 'first'
  return head
}

/** Writes the value of a seat into its cell. */
type Fill = (cell: HTMLElement, value: SheetRow['values'][number], seat: SheetSeat) => void

function rowOf(
  { name, values, notes }: SheetRow,
  seats: readonly SheetSeat[],
  fill: Fill,
  className = '',
): HTMLElement {
  const cells = seats.map((seat, at) => {
    const cell = element('td', seat.first === true ? 'first' : '')
    fill(cell, values[at], seat)
    cell.append(...small(notes?.[at]))
    return cell
  })
  return element('tr', className, [scoped('row', name), ...cells])
}

function brought({ values }: SheetRow): Fill {
  const most = mostOf(values)
  return (cell, value) => {
    cell.append(typeof value === 'number' ? gained(value) : (value ?? '–'))
    if (most !== undefined && value === most) cell.classList.add('best')
  }
}

const plain: Fill = (cell, value) => cell.append(typeof value === 'number' ? minus(value) : (value ?? ''))

const crowned: Fill = (cell, value, seat) => {
  if (seat.first === true) cell.append(crown(), ' ')
  plain(cell, value, seat)
}

/** The most that an item brought anybody; undefined where it made no difference, or brought nobody anything. */
export function mostOf(values: SheetRow['values']): number | undefined {
  const points = values.map((value) => (typeof value === 'number' ? value : 0))
  const most = Math.max(...points)
  return most > 0 && most > Math.min(...points) ? most : undefined
}

type Content = string | Node | readonly (string | Node)[]

function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  className: string,
  content: Content = [],
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag)
  if (className !== '') made.className = className
  made.append(...(typeof content === 'string' || content instanceof Node ? [content] : content))
  return made
}

function small(note: string | undefined): Node[] {
  return note === undefined ? [] : [element('span', 'note', note)]
}

function scoped(scope: 'col' | 'row', content: Content): HTMLTableCellElement {
  const cell = element('th', '', content)
  cell.scope = scope
  return cell
}

function link(href: string, text: string): HTMLAnchorElement {
  const made = element('a', '', text)
  made.href = href
  return made
}

function crown(): Element {
  const made = element('span', 'crown')
  made.innerHTML = laurelCrown
  const svg = made.firstElementChild ?? made
  svg.setAttribute('width', '24')
  svg.setAttribute('height', '24')
  svg.setAttribute('aria-hidden', 'true')
  return made
}
