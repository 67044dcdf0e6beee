/** Whether moderators have closed a table: it is read then, and nothing can be done at it. */

import { connection } from '../../state/app.svelte'
import { go } from '../../browser/router.svelte'

export class Closure {
  /** Why they have, empty without a word; undefined while it is open. */
  why = $state<string | undefined>()
  readonly holds = $derived.by(() => this.why !== undefined)

  readonly leave = (): void => go('/')

  /** To be made with the page's component. */
  constructor(table: string) {
    $effect(() =>
      connection.listen((message) => {
        if (message.t === 'closed' && message.table === table)
          this.why = message.closed ? (message.why ?? '') : undefined
      }),
    )
  }
}
