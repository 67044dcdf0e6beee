/**
 * What a table requests by itself while its page is open: offers, forecasts, the end of a turn that is over, and the
 * start of a game in which nobody else could be waited for.
 */

import { untrack } from 'svelte'
import type { TableModel } from './model.svelte'

/** Milliseconds after which sending is worth a word, and between two checks of a turn that ends by itself. */
const SLOW = 400
const TICK = 200

/** Milliseconds that a position stays, about, before its forecast is requested. */
const REST = 500

/** To be called while the page's component is made. */
export function keepRequesting(model: TableModel): void {
  // Offers are for one decision, so they are requested again with every one; a chosen move wants its own.
  $effect(() => {
    const { board, turn, state: view } = model
    const wanted =
      board?.offers === true || model.priced || (model.choice.chosen !== undefined && model.legal.length > 1)
    if (turn !== undefined && model.legal.length > 0 && wanted && view.offers?.ask !== turn.ask) {
      untrack(() => model.store.requestOffers(board?.offers === true))
    }
  })
  const alone = $derived(
    model.info?.phase === 'open' &&
      // Where a game goes on from another, the page says so before it begins.
      model.info.origin === undefined &&
      model.mySeat?.ready === false &&
      model.info.seats.every((seat) => seat.bot || seat.seat === model.mySeat?.seat),
  )
  $effect(() => {
    if (alone) untrack(() => model.ready(true))
  })
  // The forecast is of one position. Those that pass by need none, and not all who watch request it in the same moment.
  $effect(() => {
    if (!model.forecasting || model.state.seq === 0 || model.info?.phase !== 'running') return
    const request = () => model.store.requestForecast()
    const resting = setTimeout(request, model.breakdownOpen ? 0 : REST * (0.5 + Math.random()))
    return () => clearTimeout(resting)
  })

  $effect(() => {
    if (!model.sending) return
    const waiting = setTimeout(() => (model.slow = true), SLOW)
    return () => {
      clearTimeout(waiting)
      model.slow = false
    }
  })

  $effect(() => {
    void model.turnEnd.situation
    const tick = () => untrack(() => model.turnEnd.tick(performance.now()))
    if (tick() !== 'counting') return
    const ticking = setInterval(() => tick() !== 'counting' && clearInterval(ticking), TICK)
    return () => clearInterval(ticking)
  })
}
