/** Which rules lie open next to the table, if any. */

export interface OpenRules {
  game: string
  /** The number of the rule to show. */
  rule: string | undefined
}

let open = $state.raw<OpenRules | undefined>()

export function openedRules(): OpenRules | undefined {
  return open
}

export function openRules(game: string, rule?: string): void {
  open = { game, rule }
}

export function closeRules(): void {
  open = undefined
}

const ADDRESS = /^\/rules\/([^/?#]+)\/?(?:#(.+))?$/

/** The game and rule that the address of a link names; undefined when it leads elsewhere. */
export function rulesOf(address: string): OpenRules | undefined {
  const [, game, rule] = ADDRESS.exec(address) ?? []
  return game === undefined ? undefined : { game, rule: rule === undefined ? undefined : decodeURIComponent(rule) }
}
