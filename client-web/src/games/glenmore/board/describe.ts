/** What any tile, row, figure or mark is, in words: the rows of the panel. */

import { capital } from '../../../i18n/i18n.svelte'
import { offerFor } from '../../../state/table/moves'
import type { Offer } from '../../../wire/generated'
import { GOODS, KINDS, tileOf, type Good, type KindName, type Tile } from '../data'
import { others, places, reasons, type Spot, woken, yields } from './model'
import { leftOf, positionOf, stockOf } from './position'
import { landOf, where } from '../spoken/land'
import { counted, type Teller } from '../spoken/teller'
import { cost, effect, first, special } from '../spoken/tile'
import { kindOf, text } from '../text'

export type Subject =
  | { is: 'tile'; tile: string; seat?: number }
  | { is: 'cell'; cell: string }
  | { is: 'row'; good: Good }
  | { is: 'pawn'; seat: number }
  | { is: 'figure'; key: 'coins' | 'whisky' | 'chieftains' | 'cards' | 'tiles'; seat: number }
  | { is: 'die' | 'empty' | 'stack' | 'scoring' }

export interface Row {
  word: string
  text: string
}

export interface Told {
  title: string
  tile?: string
  rows: Row[]
  /** Why something cannot be done there now. */
  why: { text: string; rule: string }[]
  /** The rule that says more. */
  rule: string
}

/** The rule that is about a kind of tile. */
const RULES: Readonly<Record<KindName, string>> = {
  start_village: 'M1',
  village: 'M1',
  quarry: 'A11',
  forest: 'A11',
  meadow: 'A11',
  pasture: 'A11',
  grain_field: 'A11',
  distillery: 'A8',
  butcher_sheep: 'A10',
  butcher_cattle: 'A10',
  butcher_mixed: 'A10',
  fair_small: 'A9',
  fair_medium: 'A9',
  fair_large: 'A9',
  grocer: 'A10',
  bridge: 'A10',
  tavern_3: 'A10',
  tavern_4: 'A10',
  iona_abbey: 'B8',
  loch_lochy: 'B9',
  loch_morar: 'B10',
  loch_ness: 'B11',
  loch_oich: 'B12',
  loch_shiel: 'A5',
  castle_stalker: 'B5',
  castle_moil: 'B4',
  armadale_castle: 'B6',
  duart_castle: 'B3',
  donan_castle: 'B7',
  castle_of_mey: 'B1',
  cawdor_castle: 'B2',
}

export function describe(subject: Subject, teller: Teller, spot: Spot | undefined): Told {
  const told = { ...about(subject, teller, spot), why: whyNot(spot, teller) }
  return told.why[0] === undefined ? told : { ...told, rule: told.why[0].rule }
}

function about(subject: Subject, teller: Teller, spot: Spot | undefined): Omit<Told, 'why'> {
  switch (subject.is) {
    case 'tile':
      return aboutTile(subject.tile, subject.seat, teller, spot)
    case 'cell':
      return aboutCell(subject.cell, teller)
    case 'row':
      return aboutRow(subject.good, teller)
    case 'pawn':
      return aboutPawn(subject.seat, teller)
    case 'figure':
      return aboutFigure(subject.key, subject.seat, teller)
    case 'die':
      return { title: text('subject.die'), rows: [{ word: text('row.how'), text: text('die.how') }], rule: 'D2' }
    case 'empty':
      return { title: text('subject.empty'), rows: [{ word: text('row.how'), text: text('empty.how') }], rule: 'T2' }
    case 'stack':
      return aboutStack(teller)
    case 'scoring':
      return {
        title: text('subject.scoring'),
        rows: [
          { word: text('row.counts'), text: text('scoring.compares') },
          { word: text('row.each'), text: text('scoring.points') },
        ],
        rule: 'T5',
      }
  }
}

function aboutTile(id: string, seat: number | undefined, teller: Teller, spot: Spot | undefined): Omit<Told, 'why'> {
  const tile = tileOf(id)
  if (tile === undefined) return { title: id, rows: [], rule: '' }
  const { list } = teller
  const laid = seat !== undefined
  const once = first(tile.once, teller)
  const each = effect(tile.activation, teller)
  const card = special(tile, teller)
  const rows: Row[] = []
  const { turn, step } = positionOf(teller.game)
  const paid = turn?.hand === id && step === 'place'
  if (!laid && !paid) rows.push({ word: text('row.cost'), text: priced(tile, teller) })
  if (laid) rows.push(...lying(id, seat, teller))
  if (once.length > 0 && !laid) rows.push({ word: text('row.once'), text: list(once) })
  rows.push({ word: text('row.each'), text: each === '' ? text('each.nothing') : each })
  if (card.length > 0) rows.push({ word: text('row.card'), text: card.join(' ') })
  if (!laid && spot?.locked === undefined) rows.push({ word: text('row.place'), text: room(tile, teller, spot) })
  return { title: capital(kindOf(id).tile), tile: id, rows, rule: RULES[tile.kind] }
}

/** The price, and what one has of it. */
function priced(tile: Tile, teller: Teller): string {
  const parts = cost(tile, teller)
  if (parts.length === 0) return text('cost.nothing')
  const price = teller.list(parts)
  const own = positionOf(teller.game).players[String(teller.people.mine)]
  if (own === undefined) return price
  const stock: Record<string, number> = { ...stockOf(own), whisky: own.whisky }
  const named = counted(tile.cost).map(([what]) => what)
  if (named.some((what) => stock[what] === undefined)) return price
  const have = named.filter((what) => (stock[what] ?? 0) > 0)
  if (have.length === 0) return text('cost.have.nothing', { cost: price })
  const [only] = have
  if (only !== undefined && named.length === 1) {
    return text('cost.have', { cost: price, have: String(stock[only] ?? 0) })
  }
  const held = have.map((what) =>
    what === 'whisky' ? teller.say('whisky', { count: own.whisky }) : teller.goods(what, stock[what] ?? 0),
  )
  return text('cost.have', { cost: price, have: teller.list(held) })
}

/** Goods and clan members on a tile of a land. */
function lying(id: string, seat: number, { game, goods, say, list }: Teller): Row[] {
  const plot = Object.values(landOf(game, seat)).find((each) => each.tile === id)
  const found = [
    ...counted(plot?.goods).map(([good, count]) => goods(good, count)),
    ...(plot?.members === undefined ? [] : [say('members', { count: plot.members })]),
  ]
  return found.length === 0 ? [] : [{ word: text('row.here'), text: list(found) }]
}

function room(tile: Tile, teller: Teller, spot: Spot | undefined): string {
  const offer = spot?.main === undefined ? undefined : offerFor(teller.offers, spot.main)
  const free = places(offer)
  const only = free.length === 1 ? free[0] : undefined
  if (only !== undefined) return text('place.one', { where: at(only.cell, teller) })
  if (free.length > 1) return text('place.many', { places: free.length })
  if (tile.river && tile.road) return text('place.both')
  return text(tile.river ? 'place.river' : tile.road ? 'place.road' : 'place.plain')
}

/** A cell of the land of whose turn it is, by its neighbours. */
export function at(cell: string, teller: Teller): string {
  const turn = positionOf(teller.game).turn
  return where(cell, landOf(teller.game, turn?.seat ?? teller.people.mine ?? 0), teller)
}

function aboutCell(cell: string, teller: Teller): Omit<Told, 'why'> {
  const offer = teller.offers.find(({ target }) => target === cell)
  const woke = [...yields(offer).keys()].map((tile) => kindOf(tile).tile)
  const rows = [{ word: text('row.where'), text: at(cell, teller) }]
  if (offer?.move !== undefined) {
    rows.push({
      word: text('row.wakes'),
      text: text('wakes', { count: woken(teller.offers, cell) ?? 0, list: teller.list(woke) }),
    })
  }
  const hand = positionOf(teller.game).turn?.hand
  return { title: text('subject.cell'), rows, rule: 'P3', ...(hand === undefined ? {} : { tile: hand }) }
}

/** What a space of the warehouse costs; a row has so many spaces. */
const SPACES = 3

function aboutRow(good: Good, teller: Teller): Omit<Told, 'why'> {
  const { warehouse, players } = positionOf(teller.game)
  const covered = warehouse[good]
  const name = capital(teller.words.name('good', good) ?? good)
  const own = players[String(teller.people.mine)]
  return {
    title: text('subject.row', { good: name }),
    rows: [
      {
        word: text('row.buy'),
        text: covered < SPACES ? text('buy.price', { coins: covered + 1 }) : text('buy.full'),
      },
      { word: text('row.sell'), text: covered > 0 ? text('sell.price', { coins: covered }) : text('sell.empty') },
      ...(own === undefined
        ? []
        : [{ word: text('row.have'), text: text('have.goods', { count: stockOf(own)[good] }) }]),
    ],
    rule: 'W5',
  }
}

function aboutPawn(seat: number, teller: Teller): Omit<Told, 'why'> {
  return {
    title: text('subject.pawn', { seat: teller.people.seat(seat) }),
    rows: [
      { word: text('row.where'), text: text('pawn.far', { far: ahead(teller, seat) }) },
      { word: text('row.next'), text: text('pawn.next') },
    ],
    rule: 'T1',
  }
}

/** What a figure of a seat plate is about, by its anchor: a number of the seat, or the row of a good. */
export function figureAt(anchor: string): Subject | undefined {
  const [, name = '', seat] = /^figure:(\w+):(\d+)$/.exec(anchor) ?? []
  const good = GOODS.find((id) => id === name)
  if (good !== undefined) return { is: 'row', good }
  const key = NUMBERS.find((each) => each === name)
  return key === undefined ? undefined : { is: 'figure', key, seat: Number(seat) }
}
const NUMBERS = ['coins', 'whisky', 'chieftains', 'cards', 'tiles'] as const

/** How many spaces a figure is ahead of the last one. */
export function ahead({ game }: Pick<Teller, 'game'>, seat: number): number {
  const { track } = positionOf(game)
  const places = Array.from(
    { length: track.length },
    (_, far) => track.fields[String((track.tail + far) % track.length)],
  )
  const first = places.findIndex((space) => space?.seat !== undefined)
  return Math.max(0, places.findIndex((space) => space?.seat === seat) - Math.max(0, first))
}

function aboutStack({ game }: Teller): Omit<Told, 'why'> {
  const position = positionOf(game)
  return {
    title: text('subject.stack'),
    rows: [
      { word: text('row.left'), text: text('stack.left', { left: leftOf(position), round: position.round }) },
      { word: text('row.how'), text: text('stack.how') },
    ],
    rule: 'T3',
  }
}

const FIGURES = {
  coins: { title: 'subject.coins', counts: 'count.coins', rule: 'T7' },
  whisky: { title: 'subject.whisky', counts: 'count.whisky', rule: 'T5' },
  chieftains: { title: 'subject.chieftains', counts: 'count.chieftains', rule: 'T6' },
  cards: { title: 'subject.cards', counts: 'count.cards', rule: 'T5' },
  tiles: { title: 'subject.tiles', counts: 'count.tiles', rule: 'T7' },
} as const

function aboutFigure(key: keyof typeof FIGURES, seat: number, teller: Teller): Omit<Told, 'why'> {
  const { title, counts, rule } = FIGURES[key]
  const player = positionOf(teller.game).players[String(seat)]
  const rows = [{ word: text('row.counts'), text: text(counts) }]
  if (player !== undefined) {
    const now =
      key === 'chieftains'
        ? text('count.chieftains.now', {
            chieftains: teller.say('chieftains', { count: player.chieftains }),
            bonnets: player.bonnets,
          })
        : key === 'cards'
          ? teller.list(Object.keys(player.cards).map((card) => teller.words.name('card', card) ?? card))
          : teller.say(key, { count: player[key] })
    if (now !== '') rows.unshift({ word: text('row.now'), text: now })
  }
  return { title: text(title), rows, rule }
}

/** Why not, each reason once. */
export function whyNot(spot: Spot | undefined, { words }: Teller): { text: string; rule: string }[] {
  const found = spot?.locked === undefined ? (spot?.main === undefined ? reasons(spot) : []) : [spot.locked]
  return found.map(({ refusal }) => ({
    text: words.refused(refusal?.code ?? '', refusal?.params ?? {}) ?? refusal?.code ?? '',
    rule: refusal?.rule ?? '',
  }))
}

/** What a choice is called where it stands next to its piece. */
export function label(
  offer: Offer | undefined,
  move: { type: string; [key: string]: unknown },
  teller: Teller,
): string {
  const good = typeof move['good'] === 'string' ? (teller.words.name('good', move['good']) ?? move['good']) : ''
  const param = (lines: Offer['price'], key: string, name: string): number =>
    Number(lines?.find((line) => line.key === key)?.params?.[name] ?? 0)
  switch (move.type) {
    case 'take':
      return text('can.take')
    case 'place':
      return text('can.place', { count: woken(teller.offers, String(move['cell'])) ?? 0 })
    case 'activate':
      return text('can.activate')
    case 'use_loch_ness':
      return text('can.use_loch_ness')
    case 'give':
      return text('can.give', { good })
    case 'pay_member':
      return text('can.pay_member')
    case 'pay_chieftain':
      return text('can.pay_chieftain')
    case 'enough': {
      const points = param(offer?.gain, 'gain_points', 'points')
      return points > 0 ? text('can.enough.points', { points }) : text('can.enough')
    }
    case 'buy':
      return text('can.buy', { good, coins: positionOf(teller.game).warehouse[move['good'] as Good] + 1 })
    case 'sell':
      return text('can.sell', { good, coins: positionOf(teller.game).warehouse[move['good'] as Good] })
    case 'walk':
      return text('can.walk')
    case 'promote':
      return text('can.promote')
    case 'collect':
      return text('can.collect', { good })
    case 'harvest':
      return text('can.harvest', { count: offer?.gain?.length ?? 0 })
    case 'pass':
      return text('can.pass')
    default:
      return teller.words.move({ ...move })
  }
}

/** What pointing at a spot would do, for its accessible name. */
export function action(spot: Spot | undefined, teller: Teller): string {
  if (spot === undefined) return ''
  if (spot.locked !== undefined) return text('can.locked', { why: whyNot(spot, teller)[0]?.text ?? '' })
  if (spot.main !== undefined) return label(offerFor(teller.offers, spot.main), spot.main, teller)
  const more = others(spot)
  const [only] = more
  if (only !== undefined && more.length === 1 && spot.moves.length === 1) return label(undefined, only, teller)
  return spot.moves.length > 0 ? text('can.several', { count: spot.moves.length }) : ''
}

/** Whether a tile is a special location. */
export function isCard(tile: string): boolean {
  const kind = tileOf(tile)?.kind
  return kind !== undefined && KINDS[kind].card !== undefined
}
