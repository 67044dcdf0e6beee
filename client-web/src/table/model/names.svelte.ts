/** What those at a table are called: by names that differ. */

import { me } from '../../state/app.svelte'
import { type TableInfo, isTaken, playersOf } from '../../state/table/document'
import { t } from '../../i18n/i18n.svelte'
import type { People } from '../../i18n/lines'
import { toldApart } from '../../state/tablenames'
import { calledBy } from '../../state/persons'
import type { TableState } from '../../state/table/table'
import type { Words } from '../../i18n/words'

/** What is read of a table. */
interface Named {
  readonly info: TableInfo | undefined
  readonly words: Words
  readonly state: TableState
}

export class Names implements People {
  private readonly model: Named
  /** Nothing that changes: code that needs to know who sits here takes the model's `crowd`. */
  readonly seats = 0
  readonly mine = undefined

  constructor(model: Named) {
    this.model = model
  }

  readonly seat = (seat: number): string => {
    const { info, words } = this.model
    const found = info === undefined ? undefined : playersOf(info)[seat]
    if (found?.automatic !== undefined) {
      return words.automatic(found.automatic) ?? t('seat.number', { number: seat + 1 })
    }
    if (found === undefined || !isTaken(found)) return t('seat.number', { number: seat + 1 })
    return found.bot ? t('bot', { number: seat + 1 }) : this.person(found.person)
  }
  readonly person = (id: string): string => this.apart.get(id) ?? this.given(id)

  private given(id: string): string {
    return calledBy(id, this.model.state.names[id] ?? (id === me().person ? me().name : t('somebody')))
  }
  private readonly apart = $derived.by((): ReadonlyMap<string, string> => {
    const sitting = (this.model.info?.seats ?? []).filter((seat) => isTaken(seat) && !seat.bot)
    return toldApart(
      sitting.map((seat) => seat.person),
      (id) => this.given(id),
    )
  })
}
