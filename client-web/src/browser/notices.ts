/** Notifications of the browser: only in a secure context, only when asked for. */

export type Permission = 'impossible' | 'default' | 'granted' | 'denied'

export function permission(): Permission {
  return 'Notification' in globalThis && isSecureContext ? Notification.permission : 'impossible'
}

/** Let the browser ask the reader. Only ever from a button. */
export async function requestPermission(): Promise<Permission> {
  return permission() === 'impossible' ? 'impossible' : await Notification.requestPermission()
}

/** Show a notification; a click on it brings the page back. Where only workers may, the worker of push does. */
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
    void worker()
      .then((worker) => worker?.showNotification(title, { body, tag, data: location.pathname }))
      .catch(() => undefined)
    return undefined
  }
}

/** Take away what was shown under a tag, by this page or by a notification that came while no page was open. */
export function withdraw(tag: string): void {
  void worker()
    .then(async (worker) => {
      for (const shown of (await worker?.getNotifications({ tag })) ?? []) shown.close()
    })
    .catch(() => undefined)
}

async function worker(): Promise<ServiceWorkerRegistration | undefined> {
  return 'serviceWorker' in navigator ? navigator.serviceWorker.getRegistration('/') : undefined
}
