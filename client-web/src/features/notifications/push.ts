/** Web push: where the browser has it, and this browser's subscription. */

import { installWorker, workersWork } from '../../browser/serviceworker'
import { notifications } from './api'

/** Whether this browser can be notified while no page is open. */
export function pushWorks(): boolean {
  return workersWork() && 'PushManager' in globalThis && 'Notification' in globalThis
}

async function subscription(): Promise<PushSubscription | undefined> {
  if (!pushWorks()) return undefined
  const registration = await navigator.serviceWorker.getRegistration('/')
  return (await registration?.pushManager.getSubscription()) ?? undefined
}

/** By which the service names this browser among those that are notified; empty while it has no subscription. */
export async function thisBrowser(): Promise<string> {
  const mine = await subscription()
  if (mine === undefined) return ''
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(mine.endpoint))
  return [...new Uint8Array(digest).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Subscribe to the service's key, again if it was to another one. */
export async function subscribe(key: string): Promise<void> {
  const registration = await installWorker()
  await (await registration.pushManager.getSubscription())?.unsubscribe()
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  await notifications.addBrowser(made.toJSON())
}

export async function unsubscribe(browser: string): Promise<void> {
  await (await subscription())?.unsubscribe()
  await notifications.dropBrowser(browser)
}
