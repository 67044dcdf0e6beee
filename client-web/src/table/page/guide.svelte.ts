/** The tour of a game's board: on a first visit, and on request. */

import type { TourStop } from '../../board/contract'
import { recall, remember } from '../../browser/remember'
import type { TableModel } from '../model/model.svelte'

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
      const shown = `tour.${info.game}`
      if (model.visiting || recall(shown) !== null) return
      remember(shown, 'shown')
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
