/** The end of a turn in which nothing is left to decide: it comes by itself, where the reader wishes so. */

import { liveConnection } from '../../state/app.svelte'
import { isEnding } from '../../state/table/moves'
import { setting } from '../../state/settings.svelte'
import type { Turn, GameMove } from '../../wire/generated'
import type { Choice } from './choice.svelte'
import { type Ending, SelfEnding, type Situation } from './selfending'

/** What is read of a table. */
interface Decided {
  readonly turn: Turn | undefined
  readonly legal: readonly GameMove[]
  readonly choice: Choice
  readonly sending: boolean
  /** The lesson at the table: who takes it reads what it says of the end of a turn. */
  readonly taught: { readonly leads: boolean }
}

export class TurnEnd {
  private readonly model: Decided
  private readonly ending = new SelfEnding()
  /** Milliseconds until it comes; undefined while it does not. */
  left = $state<number | undefined>()

  constructor(model: Decided) {
    this.model = model
  }

  readonly situation = $derived.by((): Situation => {
    const { turn, legal, choice, sending, taught } = this.model
    const only = legal.length === 1 ? legal[0] : undefined
    return {
      decisionToken: turn?.must === true ? turn.ask : undefined,
      sole: only !== undefined && isEnding(only.type) && choice.questionOf(only) === undefined,
      undoable: (turn?.undo ?? []).length > 0,
      wished: setting('ends') && !taught.leads,
      held: sending || liveConnection.now.link.is !== 'connected',
    }
  })

  /** Look whether the turn ends by itself, and end it when it is due. `now`: milliseconds of any clock. */
  tick(now: number): Ending['is'] {
    const only = this.model.legal[0]
    const ending = this.ending.at(now, this.situation)
    this.left = ending.is === 'counting' ? ending.left : undefined
    if (ending.is === 'due' && only !== undefined) void this.model.choice.make(only)
    return ending.is
  }

  wait(): void {
    this.ending.wait()
    this.left = undefined
  }
}
