/** What goes by itself: the treasures of the beginning and of a day, the neutral ship's die, hourglass and sun, the end. */

import type { Change, Place, Times } from '../../../motion/steps'
import { type Position, positionOf } from '../board/position'
import { COMPASS, DISCOVERY, type CompassPoint } from '../data'
import { SeaTimeline } from './timeline'
import { plate, type Told } from './told'

/** Between things that happen one after the other. */
const NEXT = 60
export const NEXT_FOUND = 70
const NEXT_LAID = 14
/** The die rolls, the disc runs round the compass, a card is turned. */
const ROLLED = 620
const TURNED = 640
/** When the columns of the final scoring come, and how long the last one stands. */
export const COLUMNS: readonly number[] = [600, 1_400, 2_400, 3_200]
const LAST_COLUMN = 1_200
/** The number by which the scoring at the end is called: that of the last day. */
export const FINAL = 4

/** Pixels of a discovery card, of the compass and of the die while they are shown. */
const CARD = 150
const ROSE = 132
const DIE = 46

export class Events extends SeaTimeline {
  protected readonly before: Position
  protected readonly after: Position

  constructor(
    protected readonly told: readonly Told[],
    change: Change,
    times: Times,
  ) {
    super(times)
    this.before = positionOf(change.before)
    this.after = positionOf(change.after)
  }

  /** The treasures of the beginning, space by space. */
  protected laidOut(): void {
    this.wait('laid_out')
    for (const [seaSpace, lying] of Object.entries(this.after.sea)) {
      for (const treasure of lying) {
        this.drop(`treasure:${seaSpace}:${treasure}`, 'wood')
        this.now += NEXT_LAID
      }
    }
  }

  protected dealt(): void {
    this.wait('dealt')
    for (const player of Object.values(this.after.players)) {
      for (const card of Object.keys(player.science ?? {})) {
        this.drop(`card:${card}`, 'card')
        this.now += NEXT
      }
    }
  }

  /** The card is turned where everybody sees it; then its spaces fill. */
  protected discovery(card: string): void {
    if (!Object.hasOwn(DISCOVERY, card)) return
    const common = { do: 'show', over: ['bag', 'hand', 'crew', 'cabin'], at: this.now, size: CARD } as const
    const seaSpaces = this.told.filter(({ key }) => key === 'discovered').length
    const ms = TURNED + NEXT_FOUND * seaSpaces
    this.made.push({ ...common, what: { piece: `discovery:${card}` }, ms, how: 'turned', sound: 'card' })
    // The spaces fill while the card still lies there.
    this.busy = Math.max(this.busy, this.now + TURNED / 2)
  }

  /** The die rolls, and the disc runs round the compass. */
  protected rolled({ params }: Told): void {
    this.wait('neutral_rolled')
    const pips = Number(params['pips'])
    const to = COMPASS.indexOf(params['direction'] as CompassPoint)
    const from = (to - pips + 2 * COMPASS.length) % COMPASS.length
    const over: Place = ['bag', 'hand', 'crew', 'cabin']
    const common = { do: 'show', over, at: this.now } as const
    const rose = { piece: `compass:${from}`, value: pips }
    this.add({ ...common, what: rose, ms: TURNED + ROLLED, size: ROSE })
    this.add({ ...common, what: { piece: 'die', value: pips }, ms: ROLLED, size: DIE, how: 'shaken', sound: 'wood' })
  }

  /** Hourglass and sun go from plate to plate. */
  protected pass({ key, seat }: Told): void {
    this.together('pass', NEXT)
    const anchor = `sign:${key}`
    const common = { do: 'carry', what: { anchor }, from: [anchor], at: this.now, ms: this.times.move } as const
    this.add({ ...common, to: [anchor, plate(seat)], arc: 24, sound: 'wood' })
  }

  protected scoring(): void {
    this.wait('scoring')
    const before = Object.values(this.before.players).map(({ points }) => points)
    const first = this.now + (COLUMNS[0] ?? 0)
    before.forEach((_, seat) =>
      this.made.push({ do: 'count', anchor: `points:${seat}`, at: first, ms: this.times.count }),
    )
    const ms = (COLUMNS.at(-1) ?? 0) + LAST_COLUMN
    this.add({ do: 'scoring', round: FINAL, before, at: this.now, ms, sound: 'paper' })
  }
}
