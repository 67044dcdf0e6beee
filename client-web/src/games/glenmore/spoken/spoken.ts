/** The board in words: what lies where, in order of play, and what can be done. Says what the service says, no more. */

import { capital } from '../../../i18n/i18n.svelte'
import type { View } from '../../../wire/generated'
import type { Source } from '../../../board/spoken/source'
import type { Item, Section, Spoken } from '../../../board/spoken/spoken'
import { choices, reason, refusals } from './choices'
import { lands } from './land'
import { type Teller, tellerOf } from './teller'
import { printed } from './tile'

export function spoken(source: Source): Spoken {
  const teller = tellerOf(source)
  return {
    sections: [now(teller), ring(teller), warehouse(teller), ...lands(teller)],
    choices: choices(teller),
    refused: refusals(teller),
  }
}

function now(teller: Teller): Section {
  const { game, words, say } = teller
  const turn = game['turn'] as View | undefined
  return {
    key: 'now',
    title: say('now'),
    intro: turn === undefined ? [say('over')] : present(teller, turn, words.name('step', String(game['step'])) ?? ''),
    lists: [],
  }
}

function present({ game, people, say, seat, tile }: Teller, turn: View, step: string): string[] {
  const round = Number(game['round'])
  const left = (game['stacks'] as Record<string, number>)[String(round)] ?? 0
  const acting = Number(turn['seat'])
  const own = acting === people.mine
  const found = [
    say(round === 3 ? 'last_round' : 'round', { round, left }),
    own ? say('acting.own', { step }) : say('acting', { seat: seat(acting), step }),
  ]
  const { picks, onto, paying, hand, movement } = turn
  if (picks !== undefined) found.push(say('picks', { count: Number(picks), tile: tile(String(onto)) }))
  else if (paying !== undefined) found.push(say('paying', { tile: tile(String(paying)) }))
  else if (hand !== undefined) found.push(say('hand', { tile: tile(String(hand)) }))
  if (Number(movement) > 0) found.push(say('movement', { count: Number(movement) }))
  if (turn['loch_ness'] === true) found.push(say('loch_ness'))
  return found
}

interface Track {
  length: number
  tail: number
  fields: Record<string, { tile?: string; seat?: number; die?: boolean }>
}

function ring(teller: Teller): Section {
  const { game, say, seat } = teller
  const track = game['track'] as unknown as Track
  const items: Item[] = []
  let empty = 0
  const tellEmpty = () => {
    if (empty > 0) items.push({ text: say('field.empty', { count: empty }) })
    empty = 0
  }
  for (let far = 0; far < track.length; far++) {
    const space = track.fields[String((track.tail + far) % track.length)]
    if (space === undefined) {
      empty += 1
      continue
    }
    tellEmpty()
    let text = say('field.die')
    if (space.seat !== undefined) text = far === 0 ? say('field.tail', { seat: seat(space.seat) }) : seat(space.seat)
    else if (space.tile !== undefined) text = tileOnRing(space.tile, teller)
    items.push({ number: far + 1, text })
  }
  tellEmpty()
  return { key: 'ring', ordered: true, title: say('ring'), intro: [], lists: [{ title: '', items }] }
}

function tileOnRing(tile: string, teller: Teller): string {
  const { game, offers, say } = teller
  const said = [`${teller.tile(tile)}.`, ...printed(tile, teller)]
  const offer =
    game['step'] === 'take' ? offers.find((each) => each.target === tile && each.move?.type !== 'pass') : undefined
  if (offer?.move !== undefined) said.push(say('field.can'))
  if (offer?.refusal !== undefined) said.push(say('field.cannot', { why: reason(offer.refusal, teller) }))
  return said.join(' ')
}

/** Covered spaces of a row when there is none left to buy. */
const FULL = 3

function warehouse({ game, words, say }: Teller): Section {
  const rows = Object.entries((game['warehouse'] ?? {}) as Record<string, number>)
  const items = rows.map(([id, covered]) => {
    const good = capital(words.name('good', id) ?? id)
    if (covered === 0) return { text: say('row.empty', { good }) }
    return { text: say(covered === FULL ? 'row.full' : 'row', { good, buy: covered + 1, sell: covered }) }
  })
  return { key: 'warehouse', title: say('warehouse'), intro: [], lists: [{ title: '', items }] }
}
