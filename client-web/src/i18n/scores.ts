/** What scores are called: points, or what the game says that it counts. */

import { t } from './i18n.svelte'
import type { Words } from './words'

/** What a score counts, as a label: `points`. */
export function scoreName(words: Words): string {
  return words.scoreName ?? t('points')
}

/** A score in full: `3 points`. */
export function scoreOf(words: Words, points: number): string {
  return words.score(points) ?? t('points.count', { points })
}

/** The same after "with", for which German has a form of its own. */
export function withScore(words: Words, points: number): string {
  return words.scoreWith(points) ?? t('points.with', { points })
}
