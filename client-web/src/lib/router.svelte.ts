/** Which page the address names, and going to another without loading anew. */

export type Route =
  | { page: 'lobby' }
  | { page: 'table'; table: string; at: number | undefined; invitation: string | undefined }
  | { page: 'device'; code: string | undefined }
  | { page: 'rules'; game: string; rule: string | undefined }
  | { page: 'about' }
  | { page: 'missing' }

/** What an address means. */
export function route(url: URL): Route {
  const [first, second, ...more] = url.pathname.split('/').filter((part) => part !== '')
  const param = (name: string): string | undefined => url.searchParams.get(name) ?? undefined
  if (first === undefined) return { page: 'lobby' }
  if (more.length > 0) return { page: 'missing' }
  if (first === 'table' && second !== undefined) {
    const at = Number(param('at'))
    return {
      page: 'table',
      table: second,
      at: Number.isSafeInteger(at) && at > 0 ? at : undefined,
      invitation: param('invitation'),
    }
  }
  if (first === 'rules' && second !== undefined) {
    return { page: 'rules', game: second, rule: url.hash.slice(1) || undefined }
  }
  if (second !== undefined) return { page: 'missing' }
  if (first === 'device') return { page: 'device', code: param('code') }
  if (first === 'about') return { page: 'about' }
  return { page: 'missing' }
}

let address = $state.raw(new URL(location.href))

export function here(): URL {
  return address
}

export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path)
  else history.pushState(null, '', path)
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
    event.preventDefault()
    go(link.pathname + link.search + link.hash)
  })
}
