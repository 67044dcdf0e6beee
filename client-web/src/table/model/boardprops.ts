/** What the frame gives a board; each member is read when it is needed, and only then followed. */

import { tick } from 'svelte'
import type { BoardProps } from '../../board/contract'
import { t } from '../../i18n/i18n.svelte'
import { explain } from '../../state/reasons.svelte'
import { openRules } from '../../features/rules/rulesdrawer.svelte'
import type { TableModel } from './model.svelte'

/** `surface`: the one that is shown where only one is; `show`: how to show another. */
export function boardProps(
  model: TableModel,
  surface: () => string | undefined,
  show: (surface: string) => void,
): Omit<BoardProps, 'info' | 'plate'> {
  return {
    get game() {
      return model.game
    },
    get lying() {
      return model.lying
    },
    get words() {
      return model.words
    },
    get people() {
      return model.crowd
    },
    get legal() {
      return model.legal
    },
    get offers() {
      return model.offers
    },
    get chosen() {
      return model.choice.chosen
    },
    choose: model.choice.choose,
    get priced() {
      return model.priced
    },
    onprice: (wanted) => model.price(wanted),
    get news() {
      return model.news
    },
    range: (seat) => model.range(seat),
    get past() {
      return model.visiting
    },
    get told() {
      const { entries, visit } = model.state
      return visit === undefined ? entries : entries.filter(({ seq }) => seq <= visit.seq)
    },
    main: (action) => (model.action = action),
    preview: model.choice.preview,
    get looking() {
      return model.looking
    },
    look: model.look,
    get spotlight() {
      return model.spotlight
    },
    refuse: (anchor, reasons) => {
      const found = [...document.querySelectorAll(`main [data-anchor="${CSS.escape(anchor)}"]`)]
      const at = found.find((each) => each.contains(model.touched ?? null)) ?? found[0]
      const game = model.info?.game
      if (at === undefined || game === undefined) return
      const linked = reasons.map(({ text, rule }) => ({
        text,
        rule: rule === '' ? undefined : { text: t('rule', { rule }), href: `/rules/${game}#${rule}` },
      }))
      // What a sheet says already is not said above it.
      void tick().then(() => document.querySelector('dialog[open]') === null && explain(at, linked))
    },
    openRule: (rule) => {
      if (model.info !== undefined) openRules(model.info.game, rule)
    },
    get surface() {
      return surface()
    },
    go: show,
  }
}
