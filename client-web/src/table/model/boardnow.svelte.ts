/** What the page shows a board; each member is read when it is needed, and only then followed. */

import { MediaQuery } from 'svelte/reactivity'
import type { BoardNow, Position, Settings } from '../../board/contract'
import { Happened } from '../../board/happened'
import { language } from '../../i18n/i18n.svelte'
import { motionSpeed } from '../../state/speeds.svelte'
import { theme } from '../../state/theme.svelte'
import type { HistoryEntry } from '../../wire/generated'
import type { TableModel } from './model.svelte'
import { lasting } from './position'

/** What the viewer likes, another object with every change. To be made with the page's component. */
export function boardSettings(): { readonly settings: Settings } {
  const touch = new MediaQuery('(pointer: coarse)')
  const still = new MediaQuery('(prefers-reduced-motion: reduce)')
  const settings = $derived<Settings>({
    theme: theme(),
    language: language(),
    motion: !still.current && motionSpeed() !== 'none',
    input: touch.current ? 'touch' : 'mouse',
  })
  return {
    get settings() {
      return settings
    },
  }
}

/** `surface`: the one that is shown where only one is. To be made with the page's component. */
export function boardNow(model: TableModel, surface: () => string | undefined): BoardNow {
  const lying = lasting(() => model.lying ?? model.game, {})
  const history = $derived.by((): readonly HistoryEntry[] => {
    const { entries, visit } = model.state
    return visit === undefined ? entries : entries.filter(({ seq }) => seq <= visit.seq)
  })
  const before = new Happened()
  const happened = $derived(before.since(history, model.visiting))
  return Object.defineProperties({} as BoardNow, {
    ...Object.getOwnPropertyDescriptors(model.position),
    ...Object.getOwnPropertyDescriptors(boardSettings()),
    ...Object.getOwnPropertyDescriptors({
      get lying() {
        return lying()
      },
      get players() {
        return model.players
      },
      get options() {
        return model.info?.options ?? {}
      },
      get guided() {
        return model.taught.leads
      },
      get chosen() {
        return model.choice.chosen
      },
      get history() {
        return history
      },
      get happened() {
        return happened
      },
      get news() {
        return model.news
      },
      get range() {
        return model.range
      },
      get past() {
        return model.visiting
      },
      get looking() {
        return model.looking
      },
      get lit() {
        return model.lit
      },
      get surface() {
        return surface()
      },
    } satisfies Omit<BoardNow, keyof Position | 'settings'>),
  })
}
