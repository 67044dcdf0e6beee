/** The game after this one: created by the first one who wants it, and joined by the others. */

import { me, perform } from '../../state/app.svelte'
import type { Seat, TableInfo } from '../../state/table/document'
import { go } from '../../browser/router.svelte'
import { tablePath } from '../../state/routes'
import { setting } from '../../state/settings.svelte'
import type { Accepted, Do, NextGame } from '../../wire/generated'
import { ownSeat } from './seats'

/** What is read of a table, and done at it. */
interface Repeatable {
  readonly info: TableInfo | undefined
  readonly invitation: string | undefined
  act: (what: Do) => Promise<Accepted | undefined>
}

export class Rematch {
  private readonly model: Repeatable
  /** The table that plays this one's game once more. */
  next = $state.raw<NextGame | undefined>()

  constructor(model: Repeatable) {
    this.model = model
  }

  /** The seat that moves on to the next game: the reader's, also while a bot holds it. */
  readonly seat = $derived.by((): Seat | undefined => ownSeat(this.model.info?.seats ?? [], me().person))

  /** The next game begins. */
  hear(next: NextGame): void {
    const { info } = this.model
    this.next = next
    if (this.seat === undefined && info?.phase === 'ended' && setting('along')) this.follow()
  }

  /** Go to the next game: make it, or sit down where it is made; who only watched goes and watches, or sets up his own. */
  async play(): Promise<void> {
    const { info } = this.model
    if (info === undefined) return
    if (this.seat !== undefined) {
      const table = this.next?.next ?? (await this.model.act({ type: 'again' }))?.table
      if (table === undefined) return
      const seat = (this.seat.seat + info.seats.length - 1) % info.seats.length
      // The first one sits there already, and is refused; of two who ask at once neither knows who was first.
      await perform({ type: 'sit', seat }, { table, refused: () => true })
      go(tablePath(table))
      return
    }
    if (this.next !== undefined) {
      this.follow()
      return
    }
    const { game, access, watch, options } = info
    const answer = await perform({ type: 'create', game, seats: info.seats.length, options, access, watch })
    if (answer === undefined) return
    await perform({ type: 'sit', seat: 0 }, { table: answer.table })
    go(tablePath(answer.table))
  }

  private follow(): void {
    if (this.next !== undefined) go(tablePath(this.next.next, undefined, this.model.invitation))
  }
}
