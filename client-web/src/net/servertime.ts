/** The service's time, as its beats tell it. This machine's own clock may show anything. */

/** How far the service's clock is ahead, by the message that came fastest. */
let ahead: number | undefined

/** Milliseconds by which a machine's clock may have been set since: what differs more is learned again. */
const JUMP = 2_000

/** Milliseconds for which a new table holds a seat for somebody (`server/partie/table/lifecycle/reservations.py`). */
export const HELD = 600_000

/** Whether a seat of a table made then (milliseconds since 1970) is still held for somebody else than this person. */
export function heldForOther(kept: string | undefined, made: number, person: string): boolean {
  return (kept ?? '') !== '' && kept !== person && serverNow() < made + HELD
}

export function learnTime(now: number | undefined): void {
  if (now === undefined || now === 0) return
  const seen = now - Date.now()
  if (ahead === undefined || seen > ahead || ahead - seen > JUMP) ahead = seen
}

export function serverNow(): number {
  return Date.now() + (ahead ?? 0)
}
