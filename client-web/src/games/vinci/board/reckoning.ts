/** The bill of a conquest and what follows from it, in words. */

import { capital, list } from '../../../i18n/i18n.svelte'
import type { MessageParams } from '../../../i18n/messages'
import type { Board } from './board.svelte'
import { type Consequence, consequence, helpersOf, type Reason, wayTo } from './model'
import type { Terrain } from './position'
import { say, type SayKey } from './say'
import { letter } from './roman'
import { signed } from './signs'
import { text } from '../text'

/** What stands before a line: a terrain, a seat's piece, a fort, or the tile that is the reason. */
export interface Sign {
  terrain?: Terrain
  seat?: number
  neutral?: boolean
  fort?: boolean
  tile?: string
}

export interface BillLine {
  key: string
  text: string
  /** "2", "+3", "−1". */
  number: string
  less: boolean
  sign: Sign
}

const ATTACKS: Readonly<Record<string, string>> = {
  attack_any: 'weapons',
  attack_active: 'espionage',
  attack_coast: 'shipbuilding',
  attack_shore: 'shipbuilding',
  attack_mountain: 'mountaineers',
}

export function billOf(board: Board, province: string, reasons: readonly Reason[]): BillLine[] {
  return reasons.map((reason, at) => ({
    key: reason.key,
    ...said(board, province, reason),
    number: at === 0 ? String(reason.pieces) : signed(reason.pieces),
    less: reason.pieces < 0,
  }))
}

function said(board: Board, province: string, { key, pieces }: Reason): { text: string; sign: Sign } {
  const { position } = board
  const holding = position.land[province]
  const owner = holding?.seat
  const name = owner === undefined ? '' : board.person(owner)
  switch (key) {
    case 'defenders':
      if (owner === undefined) return { text: say('bill.neutral'), sign: { neutral: true } }
      if (holding?.declined === true) return { text: say('bill.ruins', { count: pieces, name }), sign: { seat: owner } }
      return { text: say('bill.defenders', { count: pieces, name }), sign: { seat: owner } }
    case 'fort':
      return { text: say('bill.fort'), sign: { fort: true } }
    case 'militia':
      return { text: say('bill.militia', { name }), sign: { tile: 'militia' } }
    case 'mountaineers':
      return { text: say('bill.mountaineers', { name }), sign: { tile: 'mountaineers' } }
    case 'from_mountain':
      return { text: say('bill.from_mountain', { name: helper(board, province) }), sign: { terrain: 'mountain' } }
    case 'from_fort':
      return { text: say('bill.from_fort', { name: helper(board, province) }), sign: { fort: true } }
    case 'espionage':
      return { text: say('bill.espionage'), sign: { tile: 'espionage' } }
    case 'attack_any':
      return { text: say('bill.attack_any'), sign: { tile: ATTACKS[key] ?? '' } }
    case 'attack_active':
      return { text: say('bill.attack_active'), sign: { tile: ATTACKS[key] ?? '' } }
    case 'attack_coast':
    case 'attack_shore':
      return { text: say('bill.attack_coast'), sign: { tile: ATTACKS[key] ?? '' } }
    case 'attack_mountain':
      return { text: say('bill.attack_mountain'), sign: { tile: ATTACKS[key] ?? '' } }
    default:
      return { text: capital(board.props.words.name('terrain', key) ?? key), sign: { terrain: key as Terrain } }
  }
}

/** The province from which an attack comes cheapest. */
function helper(board: Board, province: string): string {
  const [from] = helpersOf(board.position, province, board.seat)
  return from === undefined ? '' : board.province(from)
}

/** What describes consequences: names, and words in a language. */
export interface Narration {
  person: (seat: number) => string
  province: (id: string) => string
  list: (items: readonly string[]) => string
  say: (key: SayKey, params?: MessageParams) => string
}

/** What follows when a seat conquers a province, sentence by sentence. */
export function consequences(
  { loser, survivors, fort, neutral, ruins, cleared }: Consequence,
  gain: number,
  { person, province, list, say }: Narration,
): string[] {
  const told: string[] = []
  if (loser !== undefined) {
    told.push(say('then.loses', { name: person(loser), fort: fort ? 'yes' : 'no' }))
    if (survivors > 0) told.push(say('then.survivors', { count: survivors }))
  }
  if (neutral) told.push(say('then.neutral'))
  if (ruins !== undefined) told.push(say('then.ruin', { name: person(ruins) }))
  if (cleared.length > 0) told.push(say('then.cleared', { names: list(cleared.map(province)) }))
  if (gain !== 0) told.push(say('then.gain', { points: signed(gain) }))
  return told
}

/** What follows from conquering a province, in the reader's language. */
export function sentences(board: Board, province: string, gain: number): string[] {
  return consequences(consequence(board.position, province, board.seat), gain, {
    person: (seat) => board.person(seat),
    province: (id) => board.province(id),
    ...{ list, say },
  })
}

/** "Swabia · hills · Henrik’s empire". */
export function placeOf(board: Board, province: string): string {
  const { position, mine } = board
  const printed = position.board.provinces[province]
  const holding = position.land[province]
  const owner = holding?.seat
  const local = board.local(province)
  const parts = local === board.province(province) ? [] : [local]
  if (printed?.port === true) parts.push(say('reckon.port'))
  if (printed?.mine === true) parts.push(say('reckon.mine'))
  if (holding === undefined) parts.push(say('reckon.empty'))
  else if (owner === undefined) parts.push(say('reckon.neutral'))
  else if (owner === mine) parts.push(say(holding.declined === true ? 'reckon.own_ruins' : 'reckon.own'))
  else parts.push(say(holding.declined === true ? 'reckon.ruins' : 'reckon.empire', { name: board.person(owner) }))
  return parts.filter((part) => part !== '').join(' · ')
}

/** The whole province for readers aloud: "Suevia, hills, Henrik, 3 pieces, fort, cost 4 of 6". */
export function provinceSaid(board: Board, province: string): string {
  const { position, mine, hand } = board
  const printed = position.board.provinces[province]
  const holding = position.land[province]
  const parts = [board.province(province), board.props.words.name('terrain', printed?.terrain ?? '') ?? '']
  if (printed?.port === true) parts.push(say('reckon.port'))
  if (printed?.mine === true) parts.push(say('reckon.mine'))
  if (holding !== undefined) {
    const name = holding.seat === undefined ? '' : board.person(holding.seat)
    if (holding.seat === undefined) parts.push(say('province.neutral'))
    else if (holding.declined === true) parts.push(say('province.ruin', { name }))
    else {
      const own = holding.seat === mine ? say('reckon.own') : name
      parts.push(say('province.of', { name: own, count: board.piecesAt(province) }))
    }
    if (holding.fort === true) parts.push(say('province.fort'))
  }
  const part = board.parts.findIndex(({ provinces }) => provinces.includes(province))
  if (part >= 0) parts.push(text('province.part', { part: letter(part) }))
  const target = board.mayAct ? board.targets.get(province) : undefined
  if (target !== undefined) {
    const { cost, move, missing } = wayTo(target)
    if (move !== undefined) parts.push(say('province.cost', { cost, hand }))
    else parts.push(missing > 0 ? say('province.dear', { cost, hand }) : say('province.barred'))
    if (target.spied?.move !== undefined) parts.push(say('province.spied', { cost: target.spied.cost }))
  }
  return parts.filter((part) => part !== '').join(', ')
}

/** More about a province: its bill line by line, what follows, and why it cannot be conquered. */
export function priceSaid(board: Board, province: string): string {
  const { position, mine, props } = board
  const holding = position.land[province]
  const target = board.mayAct ? board.targets.get(province) : undefined
  if (target === undefined) {
    const living = holding?.seat !== undefined && holding.seat === mine && holding.declined !== true
    return living ? say('reckon.attack', { count: board.defence(province, board.piecesAt(province)) }) : ''
  }
  const { reasons, refusal, missing, gain } = board.wayOf(target)
  const bill = billOf(board, province, reasons).map(({ text, number }) => `${text} ${number}`)
  const barred = refusal !== undefined && missing === 0
  const why = barred ? (props.words.refused(refusal.code, refusal.params ?? {}) ?? '') : ''
  return [`${bill.join(', ')}.`, ...sentences(board, province, gain), why].join(' ').trim()
}
