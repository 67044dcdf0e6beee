/**
 * A position is shown in three frames, so that each has little to do: first what lies where, then what can be done,
 * then what stands around the board. The first position is there at once, and so is a visit of the past, which is the
 * reader's own doing; and where nothing lies otherwise on the page, what can be done is shown at once.
 */

import { afterPaint } from '../../browser/after'
import { type Watched, parts } from '../../browser/live.svelte'
import type { Pending } from '../../net/connection'
import type { TableState } from '../../state/table/table'

type Positions = Watched & { readonly state: TableState }
type Commands = Watched & { readonly pending: readonly Pending[] }

export class Shown {
  /** What lies where. */
  readonly lying: TableState
  /** What can be done, and all that is not told to lie or stand around. */
  readonly state: TableState
  /** What stands around the board. */
  readonly around: TableState
  /** The commands under way, as they belong to `state`. */
  readonly under: { readonly way: readonly Pending[] }

  /** Something lies otherwise than before, and what that means waits for its frame. */
  private waits = false
  private take: (() => void) | undefined
  private readonly taken = (): void => {
    this.waits = false
    this.take?.()
  }

  /** `draws`: whether the page shows what lies where otherwise than before, once that was taken in. */
  constructor(
    private readonly positions: Positions,
    commands: Commands,
    private readonly draws: () => boolean,
  ) {
    this.lying = parts(positions)
    this.state = parts(positions, (take) => this.inTurn(take))
    this.around = parts(positions, (take) => (this.isAnother(this.around) ? take() : afterPaint(take, 2)))
    this.under = parts(
      {
        watch: (watcher) => commands.watch(watcher),
        get state() {
          return { way: commands.pending }
        },
      },
      (take) => (this.waits ? afterPaint(take) : take()),
    )
  }

  private inTurn(take: () => void): void {
    this.take = take
    if (this.isAnother(this.state) || (!this.waits && !this.draws())) take()
    else {
      this.waits = true
      afterPaint(this.taken)
    }
  }

  /** It does not follow from the one that is shown. */
  private isAnother({ view, visit }: TableState): boolean {
    return view === undefined || visit !== this.positions.state.visit
  }
}
