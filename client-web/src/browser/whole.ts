/** Parts of the page with their style sheets: none is shown without. */

/** Sheets that did not come; a link itself does not tell. Scripts that are requested again no longer ask for them. */
const lost = new WeakSet<HTMLLinkElement>()

export function watchSheets(): void {
  addEventListener(
    'error',
    ({ target }) => {
      if (target instanceof HTMLLinkElement) lost.add(target)
    },
    true,
  )
}

/** A part of the page, once all sheets that were asked for are there; those that were lost are requested again. */
export async function whole<T>(part: Promise<T>): Promise<T> {
  const loaded = await part
  await Promise.all(
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')]
      .filter((link) => link.sheet === null || lost.has(link))
      .map(arrival),
  )
  return loaded
}

/** A link fetches once: what was lost is fetched by another. */
function arrival(link: HTMLLinkElement): Promise<void> {
  return new Promise((done, fail) => {
    const wanted = lost.has(link) ? (link.cloneNode() as HTMLLinkElement) : link
    wanted.addEventListener('load', () => done())
    wanted.addEventListener('error', () => fail(new Error(`no style sheet ${wanted.href}`)))
    if (wanted !== link) link.replaceWith(wanted)
  })
}
