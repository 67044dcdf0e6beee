/** Notifications of the browser: only in a secure context, only when asked for. */

export type Permission = 'impossible' | 'default' | 'granted' | 'denied'

export function permission(): Permission {
  return 'Notification' in globalThis && isSecureContext ? Notification.permission : 'impossible'
}

/** Ask the reader, by the browser's own question. Only ever from a button. */
export async function askPermission(): Promise<Permission> {
  return permission() === 'impossible' ? 'impossible' : await Notification.requestPermission()
}

/** Show a notification; a click on it brings the page back. Some browsers only let workers do so: then there is none. */
export function notice(title: string, body: string, tag: string): Notification | undefined {
  if (permission() !== 'granted') return undefined
  try {
    const shown = new Notification(title, { body, tag })
    shown.onclick = () => {
      focus()
      shown.close()
    }
    return shown
  } catch {
    return undefined
  }
}
