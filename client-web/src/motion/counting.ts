/** When numbers on the page begin to count: told by the stage before a position is shown, asked by the numbers. */

let begins: ReadonlyMap<string, number> = new Map()
let still = true

/** From now on, changes count up; those of some anchors only after milliseconds. */
export function countLater(when: ReadonlyMap<string, number>): void {
  begins = when
  still = false
}

/** From now on, changes are shown as they stand. */
export function countNever(): void {
  begins = new Map()
  still = true
}

/** Milliseconds until a number may begin to count; undefined: it does not count at all. */
export function countingBegins(anchor: string | undefined): number | undefined {
  return still ? undefined : ((anchor === undefined ? undefined : begins.get(anchor)) ?? 0)
}

/** The number that is shown after a share of the time: quick at first, and never past its end. */
export function counted(from: number, to: number, share: number): number {
  if (share >= 1) return to
  return Math.round(from + (to - from) * (1 - (1 - Math.max(0, share)) ** 2))
}
