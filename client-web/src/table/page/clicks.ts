/** What a click or a touch anywhere on a table's page does in addition to its target's action. */

import { flushSync } from 'svelte'
import { catchUp } from '../../browser/after'
import { openRules, rulesOf } from '../../features/rules/rulesdrawer.svelte'
import type { TableModel } from '../model/model.svelte'

/** Links to rules open them here, wherever they stand: the table stays. */
export function clicked(event: MouseEvent): void {
  // What was clicked is looked at where it was.
  const link = (event.target as Element).closest('a')
  catchUp()
  flushSync()
  if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
  if (link === null || link.origin !== location.origin || link.closest('[role=dialog]') !== null) return
  const named = rulesOf(link.pathname + link.hash)
  if (named === undefined) return
  event.preventDefault()
  openRules(named.game, named.rule)
}

/** People act on the newest state of everything, and a refusal is shown next to what they touched. */
export function touched(model: TableModel, event: Event): void {
  // In a shadow root the target is what holds the root.
  const [target] = event.composedPath()
  const element = target instanceof Element ? (target.closest('[data-anchor], button') ?? undefined) : undefined
  catchUp()
  flushSync()
  model.touched = element
}
