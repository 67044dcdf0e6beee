/** The tour of a game's board: on a first visit, and on request. */

import type { TourStop } from '../../board/contract'
import type { TableModel } from '../model/model.svelte'
import { markShown, wasShown } from './tour'

export class Guide {
  private readonly model: TableModel
  tour = $state<'off' | 'first' | 'requested'>('off')

  /** To be made with the page's component. */
  constructor(model: TableModel) {
    this.model = model
    $effect(() => {
      const { info } = model
      // A lesson shows around by itself.
      if (info === undefined || info.lesson !== undefined || this.stops.length === 0) return
      if (model.visiting || wasShown(info.game)) return
      markShown(info.game)
      this.tour = 'first'
    })
  }

  readonly stops = $derived.by((): readonly TourStop[] => {
    const { info, game, board } = this.model
    return info?.phase === 'running' && game !== undefined ? (board?.tour ?? []) : []
  })

  start(): void {
    this.tour = 'requested'
  }

  /** Whether there was a tour to end. */
  end(): boolean {
    const on = this.tour !== 'off'
    this.tour = 'off'
    return on
  }
}
