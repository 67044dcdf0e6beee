/** What lies in the waters of a seat as they are drawn: places that are lit, and ships that are only held there. */

import type { Preview, Targets, Threat } from './model'
import { placeAt, type Player, type Position, type Row, whereOf } from './position'

/** The moves that lay or set something on a place. */
const PLACED: ReadonlySet<string> = new Set(['place', 'place_start', 'ferry', 'exchange'])

/** Every place on which something lies, or could, row by row. */
export function placesShown(
  rows: readonly Row[],
  land: Player['land'],
  ghosts: Iterable<string>,
  targets: Targets,
): readonly string[] {
  const order: readonly string[] = ['ship', ...rows]
  const found = new Set([...Object.keys(land), ...ghosts])
  for (const [target, { main, refused }] of targets) {
    if (PLACED.has(main?.type ?? refused[0]?.move?.type ?? 'place')) found.add(target)
  }
  return [...found]
    .map((place) => ({ place, at: whereOf(place) }))
    .filter(({ at }) => order.includes(at.row) && Number.isInteger(at.column))
    .sort((one, other) => order.indexOf(one.at.row) - order.indexOf(other.at.row) || one.at.column - other.at.column)
    .map(({ place }) => place)
}

/** The ship of a column, and whether its veil is thin, since only a choice would lay or lift it. */
export type Shown = Threat & { thin: boolean }

/** The ships that lie there, with one that is only held over its place: it would threaten its column, too. */
export function threatsShown(
  { board }: Position,
  land: Player['land'],
  threats: readonly Threat[],
  preview: Preview | undefined,
): readonly Shown[] {
  const lying = threats.map((threat) => ({ ...threat, thin: preview?.repels === threat.column }))
  const ship = board.ships[preview?.tile ?? '']
  if (preview === undefined || ship === undefined) return lying
  const { column } = whereOf(preview.place)
  const repelled = land[placeAt('warrior', column)]?.figure === 'warrior'
  const { sail, gold = 0, points = 0 } = ship
  const { place, tile } = preview
  const held = { place, tile, column, sail, depth: board.rows.indexOf(sail) + 1, repelled, gold, points }
  return [...lying, { ...held, thin: !repelled }]
}
