/** What a board may ask of the page. */

import { tick } from 'svelte'
import type { MainAction, Table } from '../../board/contract'
import { findAll } from '../../browser/shadows'
import { t } from '../../i18n/i18n.svelte'
import { openRules } from '../../features/rules/rulesdrawer.svelte'
import { explain } from '../../state/reasons.svelte'
import { sameMove } from '../../state/table/moves'
import { disc } from '../../ui/disc'
import type { GameMove } from '../../wire/generated'

/** What is read of a table, and done at it. */
interface Asked {
  readonly info: { readonly game: string } | undefined
  readonly legal: readonly GameMove[]
  readonly choice: Pick<Table, 'choose' | 'preview'>
  /** The element touched last. */
  readonly touched: Element | undefined
  readonly look: Table['look']
  readonly showSurface: Table['go']
  readonly drawPlate: Table['plate']
  action: MainAction | undefined
}

export function boardTable(model: Asked): Table {
  /** A board may build its moves itself: the page tells them by what they are, among those that are legal. */
  const among = (move: GameMove | undefined) => sameMove(model.legal, move)
  return {
    choose: (move) => {
      const meant = among(move)
      if (meant === undefined) console.warn(`The board of ${model.info?.game} chose what is not legal`, move)
      else model.choice.choose(meant)
    },
    preview: (move) => model.choice.preview(among(move)),
    rule: (number) => {
      if (model.info !== undefined) openRules(model.info.game, number)
    },
    refuse: (anchor, reasons) => {
      const found = findAll(`[data-anchor="${CSS.escape(anchor)}"]`, document.querySelector('main') ?? document)
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
    look: (seat) => model.look(seat),
    go: (surface) => model.showSurface(surface),
    main: (action) => (model.action = action),
    plate: (seat, host) => model.drawPlate(seat, host),
    disc: (colour, size) => disc({ colour, size }),
  }
}
