/** Tells one line after the other and remembers when the next one may begin. */

import type { Change, Place, Step, Times } from '../../../motion/steps'
import { UNHURRIED } from '../art/wheel'
import { type Position, positionOf } from '../board/position'
import { CARRIED, WheelTimeline } from './timeline'
import {
  BOX,
  spaceAt,
  FIGURES,
  figureAt,
  figurePlace,
  gold,
  mainland,
  plate,
  TILES,
  tilePlace,
  type Told,
} from './told'

/** Between tiles that are laid out, and between rows that are scored. */
const NEXT = 60
const NEXT_ROW = 120
/** When the rows of a scoring come on its sheet, and how long the last one stands. */
export const A_ROW = 420
const LAST_ROW = 900

export class Director extends WheelTimeline {
  private readonly before: Position
  private readonly after: Position
  /** The sheet of this round's scoring opens when the table is at rest. */
  private scored: number | undefined

  constructor(
    private readonly told: readonly Told[],
    change: Change,
    times: Times,
  ) {
    super(times)
    this.before = positionOf(change.before)
    this.after = positionOf(change.after)
  }

  steps(): readonly Step[] {
    for (const each of this.told) this.tell(each)
    if (this.scored !== undefined) this.sheet(this.scored)
    return this.made
  }

  private tell(told: Told): void {
    const { key, seat, tile, figure, special, place, count, coins, points } = told
    switch (key) {
      case 'laid_out':
        this.laidOut()
        break
      case 'special_laid':
        this.together(key, NEXT)
        this.drop(`special:${special}`, 'card')
        break
      case 'drawn':
        this.wait(key)
        for (const lane of Object.keys(this.after.drawn ?? {})) {
          this.drop(`lane:${lane}`, 'wood')
          this.now += NEXT
        }
        break
      case 'bid':
      case 'passed':
        this.together('bid', NEXT)
        this.drop(`bid:${seat}`, 'paper')
        break
      case 'auction_won':
        this.wait(key)
        this.paid(told, ['auction', 'wheel'])
        break
      case 'removed':
        this.wait(key)
        this.carry({ piece: figure }, [`lane:${figure}`, plate(seat)], BOX, 'wood', FIGURES)
        break
      case 'colour_placed':
        this.colour(told)
        break
      case 'bought':
        this.bought(told)
        break
      case 'wheel_turned':
        // The shield turns by itself; nothing else begins meanwhile.
        this.busy += this.times.move * Math.min(count, UNHURRIED)
        break
      case 'start_placed':
        this.wait('placed')
        this.toArea('start', place, seat)
        break
      case 'placed':
        this.wait(key)
        this.toArea(tile, place, seat)
        break
      case 'stands':
        this.together('placed', 0)
        this.figureTo(figure, [plate(seat)], figurePlace(place, seat))
        break
      case 'waits':
        // It parts from its tile, unless that left the game.
        this.together('placed', 0)
        this.carry({ piece: figure }, [plate(seat)], mainland(figure, seat), 'wood', FIGURES)
        break
      case 'fits_nowhere':
        this.wait('placed')
        this.carry({ piece: tile }, [plate(seat)], BOX, 'card', TILES)
        break
      case 'took_special': {
        this.wait(key)
        const own = `special:${special}:${seat}`
        this.carry(
          { anchor: own, or: { piece: special } },
          [`special:${special}`, 'display'],
          [own, plate(seat)],
          'card',
          ['special:'],
        )
        break
      }
      case 'gold':
        this.wait(key)
        this.coins(coins, ['display', plate(seat)], seat)
        break
      case 'exchanged':
        this.wait(key)
        this.toArea(special, place, seat, [`special:${special}:${seat}`, `special:${special}`, plate(seat)])
        break
      case 'ferried':
        this.together(key, NEXT_ROW)
        this.figureTo(figure, mainland(figure, seat), figurePlace(place, seat))
        break
      case 'boatmen_left':
        this.leave('boatman', count, mainland('boatman', seat))
        break
      case 'boats_left':
        this.leave('boat', count, [`special:boat:${seat}`, plate(seat)])
        break
      case 'scored_ship':
      case 'scored_noble':
      case 'scored_scout':
      case 'scored_goldsmith':
      case 'scored_fisherman': {
        const row = key === 'scored_ship' ? 'warrior' : key.replace('scored_', '')
        const from = [`row:${row}:${seat}`, plate(seat)]
        this.together('scored', NEXT_ROW)
        this.earned({ piece: 'points', value: points }, from, [`points:${seat}`, plate(seat)], this.times.count)
        this.coins(coins, from, seat)
        break
      }
      case 'scored':
        this.scored = this.before.round
        break
    }
  }

  // --- the actions --------------------------------------------------------------------------------------------------

  /** Islands from the cheapest space up, ships from the most expensive down; then the figures colour by colour. */
  private laidOut(): void {
    this.wait('laid_out')
    const { wheel, board } = this.after
    const spaces = board.fields.map((space, number) => ({ number, here: wheel[space] }))
    const laid = spaces.filter(({ here }) => here !== undefined)
    const ships = laid.filter(({ here }) => here !== undefined && board.ships[here.tile] !== undefined)
    for (const { number } of [...laid.filter((each) => !ships.includes(each)), ...ships.reverse()]) {
      this.drop(spaceAt(number), 'card')
      this.now += NEXT
    }
    // By colours they are described line by line.
    if (this.told.some(({ key }) => key === 'colour_placed')) return
    for (const { number, here } of spaces) {
      if (here?.figure === undefined) continue
      this.drop(figureAt(number), 'wood')
      this.now += NEXT
    }
  }

  /** All figures of a colour go from their lane to the spaces. */
  private colour({ figure }: Told): void {
    this.wait('colour_placed')
    this.after.board.fields.forEach((space, number) => {
      const had = this.before.wheel[space]?.figure
      if (had !== undefined || this.after.wheel[space]?.figure !== figure) return
      this.figureTo(figure, [`lane:${figure}`, 'wheel'], [figureAt(number), spaceAt(number)])
      this.now += NEXT
    })
  }

  /** Tile and figure are lifted and travel together. */
  private bought(told: Told): void {
    const { seat, tile, figure, space } = told
    this.wait('bought')
    this.paid(told, [spaceAt(space), 'wheel'])
    const to: Place = [plate(seat)]
    this.carry({ piece: tile }, [spaceAt(space)], to, 'card', TILES)
    this.carry({ piece: figure }, [figureAt(space), spaceAt(space)], to, 'wood', FIGURES)
  }

  private paid({ seat, coins, points }: Told, to: Place): void {
    const common = { do: 'carry', to, at: this.now, ms: CARRIED, arc: 24, sound: 'coin' } as const
    if (coins > 0) this.add({ ...common, what: { piece: 'gold', value: coins }, from: gold(seat) })
    if (points > 0) {
      this.add({ ...common, what: { piece: 'points', value: points }, from: [`points:${seat}`, plate(seat)] })
    }
  }

  private toArea(tile: string, place: string, seat: number, from: Place = [plate(seat)]): void {
    this.carry({ anchor: `tile:${place}:${seat}`, or: { piece: tile } }, from, tilePlace(place, seat), 'card', TILES)
  }

  private figureTo(figure: string, from: Place, to: Place): void {
    this.carry({ anchor: to[0] ?? '', or: { piece: figure } }, from, to, 'wood', FIGURES)
  }

  /** One after the other sails off the board. */
  private leave(piece: string, count: number, from: Place): void {
    this.wait('leave')
    for (let each = 0; each < count; each += 1) {
      this.carry({ piece }, from, BOX, 'wood', FIGURES)
      this.now += NEXT_ROW
    }
  }

  /** A small scoring is shown by its coins alone; a large one and the final have a sheet. */
  private sheet(round: number): void {
    if (!this.before.board.large.includes(round)) return
    this.wait('scoring')
    const before = Object.values(this.before.players).map(({ points }) => points)
    const rows = this.after.final === undefined ? 6 : 8
    this.add({ do: 'scoring', round, before, at: this.now, ms: rows * A_ROW + LAST_ROW, sound: 'paper' })
  }
}
