/** Whether something one did would be lost if the page went away now. */

import type { Connection } from './connection'

/** What waits here is nowhere else; what is on its way is, as long as the connection stands. */
export function unsent({ link, pending }: Pick<Connection, 'link' | 'pending'>): boolean {
  return pending.some(({ state }) => state === 'waiting' || link.is !== 'connected')
}

/** Let the browser confirm before such a page is left or reloaded. */
export function confirmLeaving(connection: Connection): void {
  addEventListener('beforeunload', (event) => {
    if (unsent(connection)) event.preventDefault()
  })
}
