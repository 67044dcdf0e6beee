/** Taking up an invitation: the first seat that is still free. */

import { perform } from '../../state/app.svelte'

/** After these refusals another seat may be free. */
const TAKEN: ReadonlySet<string> = new Set(['seat_taken', 'seat_kept'])
/** These say nothing that is worth a word of its own. */
const QUIET: ReadonlySet<string> = new Set([...TAKEN, 'no_such_seat', 'already_seated'])

/** Sit down at a table that is entered; whether all seats were taken. Other obstacles are shown as a refusal. */
export async function sitDown(table: string): Promise<boolean> {
  for (let seat = 0; ; seat += 1) {
    const why = await refusedSeat(table, seat)
    if (why === 'no_such_seat') return true
    if (why === undefined || !TAKEN.has(why)) return false
  }
}

async function refusedSeat(table: string, seat: number): Promise<string | undefined> {
  let why: string | undefined
  const refused = (_: unknown, code: string): boolean => {
    why = code
    return QUIET.has(code)
  }
  await perform({ type: 'sit', seat }, { table, refused })
  return why
}
