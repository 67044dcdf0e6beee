/** The address, and going to another without reloading. */

import { passed } from './back'

let address = $state.raw(new URL(location.href))

export function here(): URL {
  return address
}

let moved = false

/** Whether this page was reached from another one, without reloading. */
export function hasMoved(): boolean {
  return moved
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(history.state, '', path)
  else {
    history.pushState(null, '', path)
    passed()
  }
  moved = true
  address = new URL(location.href)
}

/** Follow the browser's back and forward, and links inside of the client. */
export function followLinks(): void {
  const arrive = () => {
    address = new URL(location.href)
  }
  addEventListener('popstate', arrive)
  addEventListener('hashchange', arrive)
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    const link = (event.target as Element).closest('a')
    if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return
    if (link.pathname === location.pathname && link.hash !== '') return
    // The documentation is pages of its own, which the service has next to this one.
    if (link.pathname.startsWith('/docs/')) return
    event.preventDefault()
    go(link.pathname + link.search + link.hash)
  })
}
