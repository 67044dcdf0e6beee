/** Lands in words: row by row, with what lies on each tile and where river and road go on. */

import type { View } from '../../../wire/generated'
import { tileOf } from '../data'
import type { Section } from '../../../board/spoken/spoken'
import { type Teller, counted } from './teller'

interface Plot {
  tile: string
  goods?: Record<string, number>
  members?: number
}
export type Land = Readonly<Record<string, Plot>>

interface Player {
  points: number
  coins: number
  whisky: number
  chieftains: number
  tiles: number
  land: Land
}

const SIDES = { north: [0, -1], east: [1, 0], south: [0, 1], west: [-1, 0] } as const
type Side = keyof typeof SIDES

/** From an empty place, on which side its neighbour lies: it is itself on the other. */
const FROM: readonly (readonly [Side, Side])[] = [
  ['south', 'north'],
  ['west', 'east'],
  ['north', 'south'],
  ['east', 'west'],
]

/** Neighbours that tell a place apart from all others. */
const ENOUGH = 2

export function placeOf(cell: string): [number, number] {
  const [x = 0, y = 0] = cell.split(',').map(Number)
  return [x, y]
}

function beside(land: Land, cell: string, side: Side): Plot | undefined {
  const [x, y] = placeOf(cell)
  const [dx, dy] = SIDES[side]
  return land[`${x + dx},${y + dy}`]
}

/** An empty place by its neighbours: "north of the start village". */
export function where(cell: string, land: Land, { say, tile, list }: Teller): string {
  const found = FROM.flatMap(([side, from]) => {
    const near = beside(land, cell, side)
    return near === undefined ? [] : [say(from, { tile: tile(near.tile) })]
  })
  return found.length === 0 ? cell : list(found.slice(0, ENOUGH))
}

export function landOf(game: View, seat: number): Land {
  const players = game['players'] as unknown as Record<string, Player>
  return players[String(seat)]?.land ?? {}
}

/** The lands of all seats, yours first. */
export function lands(teller: Teller): Section[] {
  const { game, people, say, list } = teller
  const players = Object.entries(game['players'] as unknown as Record<string, Player>).map(
    ([seat, player]) => [Number(seat), player] as const,
  )
  const ordered = [...players].sort(([one], [other]) => Number(other === people.mine) - Number(one === people.mine))
  return ordered.map(([seat, player]) => ({
    key: `land-${seat}`,
    title: seat === people.mine ? say('land.own') : say('land', { seat: people.seat(seat) }),
    intro: [say('stands', { list: list(belongings(player, teller)) })],
    lists: rows(player.land, seat, teller),
  }))
}

function belongings(player: Player, { say, goods }: Teller): string[] {
  const lying = new Map<string, number>()
  for (const plot of Object.values(player.land)) {
    for (const [good, count] of counted(plot.goods)) lying.set(good, (lying.get(good) ?? 0) + count)
  }
  return [
    say('points', { count: player.points }),
    say('coins', { count: player.coins }),
    ...(player.whisky > 0 ? [say('whisky', { count: player.whisky })] : []),
    ...(player.chieftains > 0 ? [say('chieftains', { count: player.chieftains })] : []),
    say('tiles', { count: player.tiles }),
    ...[...lying].map(([good, count]) => goods(good, count)),
  ]
}

function rows(land: Land, seat: number, teller: Teller): Section['lists'] {
  const byRow = new Map<number, { x: number; cell: string; plot: Plot }[]>()
  for (const [cell, plot] of Object.entries(land)) {
    const [x, y] = placeOf(cell)
    byRow.set(y, [...(byRow.get(y) ?? []), { x, cell, plot }])
  }
  const ordered = [...byRow].sort(([one], [other]) => one - other)
  return ordered.map(([, plots], index) => ({
    title: teller.say('land.row', { row: index + 1, rows: ordered.length }),
    items: [...plots]
      .sort((one, other) => one.x - other.x)
      .map(({ cell, plot }) => ({ text: onPlot(cell, plot, land, seat, teller) })),
  }))
}

function onPlot(cell: string, plot: Plot, land: Land, seat: number, teller: Teller): string {
  const { game, say, goods, list } = teller
  const said = [`${teller.tile(plot.tile)}.`]
  const on = [
    ...counted(plot.goods).map(([good, count]) => goods(good, count)),
    ...(plot.members === undefined ? [] : [say('members', { count: plot.members })]),
  ]
  if (on.length > 0) said.push(say('on_it', { list: list(on) }))
  const printed = tileOf(plot.tile)
  const toward = (side: Side) => {
    const near = beside(land, cell, side)
    return near === undefined ? say('open') : teller.tile(near.tile)
  }
  if (printed?.river === true) said.push(say('river', { north: toward('north'), south: toward('south') }))
  if (printed?.road === true) said.push(say('road', { west: toward('west'), east: toward('east') }))
  const turn = game['turn'] as { seat: number; awake?: Record<string, boolean> } | undefined
  const awake = turn?.seat === seat ? turn.awake?.[plot.tile] : undefined
  if (awake !== undefined) said.push(say(awake ? 'awake' : 'spent'))
  return said.join(' ')
}
