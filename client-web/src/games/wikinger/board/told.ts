/** What the things of the board are, in words: a picture, what there is to say of them, and why they are barred. */

import type { FigureName, SpecialName } from '../art/kinds'
import type { Board } from './board.svelte'
import { threatAt } from './model'
import { type Row, whereOf } from './position'
import { say, type SayKey } from './say'

export interface Told {
  title: string
  tile?: string | undefined
  figure?: string | undefined
  special?: SpecialName
  rows: readonly { word: string; text: string }[]
  why: readonly { text: string; rule: string }[]
}

/** What stands at an anchor; undefined where there is nothing to say. */
export function toldAt(board: Board, anchor: string): Told | undefined {
  const told = thingAt(board, anchor)
  return told === undefined ? undefined : { ...told, title: told.title.replace(/^./u, (first) => first.toUpperCase()) }
}

function thingAt(board: Board, anchor: string): Told | undefined {
  const [kind, name = ''] = anchor.split(':')
  switch (kind) {
    case 'field':
    case 'wheel-figure':
      return space(board, `field-${name}`)
    case 'tile':
    case 'figure':
      return placeOf(board, name)
    case 'special':
      return special(board, name as SpecialName)
    case 'lane':
      return figure(board, name)
    case 'boatmen':
      return figure(board, 'boatman')
    case 'row':
      return row(board, name as Row)
    default:
      return undefined
  }
}

/** The start tile, which is laid before the tile that was bought. */
export function startTile(board: Board): Told {
  const told = combination(board, 'start', '')
  const follows = { word: '', text: say('told.bought') }
  return { ...told, title: board.name('tile', 'start'), rows: [...told.rows, follows] }
}

/** A tile and the figure that comes with it, as they lie at the wheel or were bought. */
export function combination(board: Board, tile: string, standing: string, free?: number): Told {
  const ship = board.position.board.ships[tile]
  const island = board.position.board.islands[tile]
  const edges = island === undefined ? '' : say('told.edges', { left: island.left, right: island.right })
  const fits = free === undefined ? '' : say('told.free', { count: free })
  const lies = ship === undefined ? `${edges}${fits}` : threatens(ship.sail)
  const does = [
    ...(standing === '' ? [] : [say(`does.${standing as FigureName}`)]),
    ...(ship === undefined ? [] : [say('told.waits')]),
  ]
  return {
    ...{ tile, figure: standing === '' ? undefined : standing },
    title: say('told.title', { figure: board.name('figure', standing), tile: board.name('tile', tile) }),
    rows: [{ word: say('told.place'), text: lies }, ...(standing === '' ? [] : [does.join(' ')].map(ofFigure))],
    why: [],
  }
}

const ofFigure = (text: string) => ({ word: say('told.figure'), text })

function threatens(sail: Row): string {
  return say('told.ship', { sail })
}

function space(board: Board, id: string): Told | undefined {
  const found = board.spaces.find((each) => each.id === id)
  if (found === undefined || found.empty) return undefined
  const { tile, figure: standing, price, places } = found
  const told = combination(board, tile, standing, places?.length)
  const costs = { word: say('told.costs'), text: say('told.price', { gold: price, have: board.me?.gold ?? 0 }) }
  return { ...told, rows: [costs, ...told.rows], why: barred(board, id) }
}

function placeOf(board: Board, place: string): Told | undefined {
  const { row: name, column } = whereOf(place)
  const spot = board.player?.land[place]
  const where = say('place', { row: board.name('row', name), column })
  if (spot === undefined) return { title: where, rows: [], why: board.own ? barred(board, place) : [] }
  const ship = board.position.board.ships[spot.tile]
  const threat = threatAt(board.position, board.threats, place)
  const texts = [
    where,
    ...(ship === undefined ? [] : [threatens(ship.sail)]),
    ...(spot.repelled === undefined ? [] : [say(spot.repelled ? 'place.repelled' : 'place.threatens')]),
    ...(threat === undefined ? [] : [say('place.threatened', { ship: board.name('tile', threat.tile) })]),
  ]
  const named = [...(spot.figure === undefined ? [] : [board.name('figure', spot.figure)])]
  return {
    ...{ tile: spot.tile, figure: spot.figure },
    title: [...named, board.name('tile', spot.tile)].join(', '),
    rows: [
      ...texts.map((text, at) => ({ word: at === 0 ? say('told.place') : '', text })),
      ...(spot.figure === undefined ? [] : [ofFigure(say(`does.${spot.figure}`))]),
    ],
    why: board.own ? barred(board, place) : [],
  }
}

/** What a special tile does. */
export function effect(special: string): string {
  return special.startsWith('special-') ? say('special.building') : say(`special.${special}` as SayKey)
}

function special(board: Board, name: SpecialName): Told {
  return { special: name, title: board.name('special', name), rows: [{ word: '', text: effect(name) }], why: [] }
}

function figure(board: Board, name: string): Told {
  const rows = [ofFigure(say(`does.${name as FigureName}`))]
  return { figure: name, title: board.name('figure', name), rows, why: [] }
}

function row(board: Board, name: Row): Told {
  const worth = board.player?.worth
  const { points = 0, gold = 0 } = worth?.large.rows[name === 'warrior' ? 'ship' : name] ?? {}
  const now =
    name === 'fisherman'
      ? say('figure.fed', { fed: worth?.fed ?? 0, mouths: worth?.mouths ?? 0 })
      : say('row.brings', { row: board.name('row', name), points, gold })
  return {
    figure: name,
    title: say('scores.row', { row: name }),
    rows: [ofFigure(say(`does.${name}`)), { word: '', text: now }],
    why: [],
  }
}

/** Why what could be thought of there cannot be done. */
function barred(board: Board, name: string): Told['why'] {
  const target = board.target(name)
  return target?.main === undefined ? board.barred(target) : []
}
