/** Short notices at the edge of the page: what was refused and why, said once. */

export interface Toast {
  id: number
  text: string
  /** `refused` by a rule or the table, `wrong` when something failed. */
  kind: 'refused' | 'wrong' | 'note'
  /** Where the rule that was broken can be read. */
  rule?: { text: string; href: string }
}

/** Milliseconds that a notice stays: long enough to read twenty words twice. */
const STAY = 9_000

let toasts = $state.raw<readonly Toast[]>([])
let count = 0

export function shown(): readonly Toast[] {
  return toasts
}

export function toast(text: string, kind: Toast['kind'] = 'note', rule?: Toast['rule']): void {
  count += 1
  const id = count
  const made: Toast = { id, text, kind, ...(rule === undefined ? {} : { rule }) }
  toasts = [...toasts.filter((other) => other.text !== text), made].slice(-3)
  setTimeout(() => dismiss(id), STAY)
}

export function dismiss(id: number): void {
  toasts = toasts.filter((other) => other.id !== id)
}
