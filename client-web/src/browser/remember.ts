/** Small settings kept by the browser. A browser that keeps nothing (private mode, full disk) is no error. */

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`partie.${key}`)
  } catch {
    return null
  }
}

export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(`partie.${key}`, value)
  } catch {
    // The setting holds until the page is closed.
  }
}

export function forget(key: string): void {
  try {
    localStorage.removeItem(`partie.${key}`)
  } catch {
    // Nothing was kept.
  }
}
