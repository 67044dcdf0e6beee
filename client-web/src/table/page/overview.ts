/** The overview of a game's pieces at a table: there once the game has begun, and in place of the rules. */

import { closeRules } from '../../features/rules/rulesdrawer.svelte'
import type { TableModel } from '../model/model.svelte'

export function hasOverview({ board, game, info }: TableModel): boolean {
  return board?.overview !== undefined && game !== undefined && info !== undefined && info.phase !== 'open'
}

export function openOverview(model: TableModel): void {
  closeRules()
  model.overviewOpen = true
}

/** Open it, or close it where it is open. */
export function toggleOverview(model: TableModel): void {
  if (model.overviewOpen) model.overviewOpen = false
  else if (hasOverview(model)) openOverview(model)
}
