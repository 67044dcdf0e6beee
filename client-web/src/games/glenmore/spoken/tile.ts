/** What is printed on a tile, in sentences. */

import { type Activation, type Once, type Tile, tileOf } from '../data'
import { type Speech, counted, knows } from './teller'

/** What was said of each tile, for as long as the words stay. */
const told = new WeakMap<Speech, Map<string, string[]>>()

/** Price, what it brings when placed and each time, and what makes it special. */
export function printed(id: string, speech: Speech): string[] {
  const known = told.get(speech) ?? new Map<string, string[]>()
  told.set(speech, known)
  const said = known.get(id) ?? sentences(id, speech)
  known.set(id, said)
  return said
}

function sentences(id: string, speech: Speech): string[] {
  const tile = tileOf(id)
  if (tile === undefined) return []
  const { say, list } = speech
  const [price, once, each] = [cost(tile, speech), first(tile.once, speech), effect(tile.activation, speech)]
  return [
    ...(price.length > 0 ? [say('cost', { list: list(price) })] : []),
    ...(once.length > 0 ? [say('once', { list: list(once) })] : []),
    ...(each === '' ? [] : [say('each', { list: each })]),
    ...special(tile, speech),
  ]
}

export function cost({ cost }: Tile, { say, goods }: Speech): string[] {
  return counted(cost).map(([what, count]) =>
    what === 'whisky' || what === 'member' || what === 'different' ? say(what, { count }) : goods(what, count),
  )
}

export function first(once: Once | undefined, { say }: Speech): string[] {
  if (once === undefined) return []
  const found: string[] = []
  if (once.clan_members !== undefined) found.push(say('members', { count: once.clan_members }))
  if (once.whisky !== undefined) found.push(say('whisky', { count: once.whisky }))
  if (once.coins !== undefined) found.push(say('coins', { count: once.coins }))
  if (once.goods !== undefined) found.push(say('good.any', { count: once.goods }))
  if (once.activate_all === true) found.push(say('activate_all'))
  if (once.fill_empty === true) found.push(say('fill_empty'))
  return found
}

export function effect(activation: Activation | undefined, speech: Speech): string {
  if (activation === undefined) return ''
  const { say, goods } = speech
  const { movement, good, whisky, points } = activation
  if (movement !== undefined) return say('step', { count: movement })
  if (good !== undefined) return good === 'any' ? say('good.any', { count: 1 }) : goods(good, 1)
  const gain = whisky === undefined ? worth(points ?? [], speech) : say('whisky', { count: whisky })
  const given = required(activation, speech)
  return given === '' ? gain : say('for', { gain, list: given })
}

function worth(points: readonly number[], { say, either }: Speech): string {
  const steps = points.filter((each) => each > 0)
  return steps.length === 1
    ? say('points', { count: steps[0] ?? 0 })
    : say('points.up_to', { list: either(steps.map(String)) })
}

/** What an activation takes. */
export function required({ give, different, any, at_least }: Activation, { say, goods, list }: Speech): string {
  if (different !== undefined)
    return say(at_least === undefined ? 'different' : 'different.up_to', { count: different })
  if (any !== undefined) return say('any', { count: any })
  const each = counted(give).map(([good, count]) =>
    at_least === undefined || at_least === count ? goods(good, count) : say('up_to', { least: at_least, good, count }),
  )
  return each.length === 0 ? '' : list(each)
}

export function special({ kind, card }: Tile, speech: Speech): string[] {
  const { say } = speech
  if (card === undefined) return []
  const effect = `card.${kind}`
  return [
    card.bonnets > 0 ? say('bonnets', { count: card.bonnets }) : say('special'),
    ...(knows(speech, effect) ? [say(effect)] : []),
  ]
}
