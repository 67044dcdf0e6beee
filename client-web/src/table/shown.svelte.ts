/**
 * A position is shown in three frames, so that each has little to do: first what lies where, then what can be done,
 * then what stands around the board. The first position is there at once, and so is a visit of the past, which is the
 * reader's own doing; and where nothing lies otherwise on the page, what can be done is shown at once.
 */

import { flushSync } from 'svelte'
import { afterPaint } from '../lib/after'
import { connection } from '../lib/app.svelte'
import { parts } from '../lib/live.svelte'
import type { TableState } from '../lib/table'
import type { Presenter } from '../motion/presenter'

export class Shown {
  /** What lies where. */
  readonly lying: TableState
  /** What can be done, and all that is not told to lie or stand around. */
  readonly state: TableState
  /** What stands around the board. */
  readonly around: TableState
  /** The commands under way, as they belong to `state`. */
  readonly line: Pick<typeof connection, 'pending'>

  /** Something lies otherwise than before, and what that means waits for its frame. */
  private waits = false
  private readonly drawn = new MutationObserver(() => undefined)

  constructor(private readonly presenter: Presenter) {
    this.lying = parts(presenter)
    this.state = parts(presenter, (take) => this.inTurn(take))
    this.around = parts(presenter, (take) => (this.isAnother() ? take() : afterPaint(take, 2)))
    this.line = parts(commands, (take) => (this.waits ? afterPaint(take) : take()))
  }

  /** Watch the page until the returned function is called. */
  follow(): () => void {
    this.drawn.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    return () => this.drawn.disconnect()
  }

  private inTurn(take: () => void): void {
    this.take = take
    if (this.isAnother() || (!this.waits && !this.drew())) take()
    else {
      this.waits = true
      afterPaint(this.taken)
    }
  }
  private take: (() => void) | undefined
  private readonly taken = (): void => {
    this.waits = false
    this.take?.()
  }

  /** It does not follow from the shown one. */
  private isAnother(): boolean {
    return this.state.view === undefined || this.state.visit !== this.presenter.state.visit
  }
  /** Whether showing what lies where has changed the page. */
  private drew(): boolean {
    flushSync()
    return this.drawn.takeRecords().length > 0
  }
}

const commands = {
  watch: (watcher: () => void) => connection.watch(watcher),
  get state() {
    return { pending: connection.pending }
  },
}
