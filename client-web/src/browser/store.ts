/** What this device keeps of what it was shown, in the browser's database. */

import { clear, createStore, delMany, entries, get, set } from 'idb-keyval'

const store = createStore('partie', 'kept')

export const database = {
  get: (key: string): Promise<unknown> => get(key, store),
  set: (key: string, value: unknown): Promise<void> => set(key, value, store),
  delete: (keys: string[]): Promise<void> => delMany(keys, store),
  entries: (): Promise<[string, unknown][]> => entries<string, unknown>(store),
  clear: (): Promise<void> => clear(store),
}
