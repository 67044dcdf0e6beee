/** Why something cannot be done, said next to what was touched. */

export interface Reason {
  text: string
  /** Where the rule that stands against it can be read. */
  rule?: { text: string; href: string } | undefined
}

export interface Explained {
  /** What was touched. */
  at: Element
  reasons: readonly Reason[]
}

let open = $state.raw<Explained | undefined>()

export function explained(): Explained | undefined {
  return open
}

/** Say why, next to an element; once more for the same one takes the words away. */
export function explain(at: Element, reasons: readonly Reason[]): void {
  open = open?.at === at || reasons.length === 0 ? undefined : { at, reasons }
}

export function endExplaining(): void {
  open = undefined
}
