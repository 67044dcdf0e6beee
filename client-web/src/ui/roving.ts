/**
 * A region is one stop of the tab key; the arrow keys move inside it, each to what lies next in its direction.
 * Its members are the elements with `data-rove` that are not disabled, all with `tabindex="-1"` in the markup.
 */

interface Point {
  x: number
  y: number
}

const TOWARDS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
}

/** How much worse it is to lie aside than to lie far. */
const ASIDE = 3

/** The one that lies next from a point in a direction; -1 if there is none. */
export function nextOf(from: Point, points: readonly Point[], towards: Point): number {
  let best = -1
  let least = Infinity
  points.forEach((point, index) => {
    const [dx, dy] = [point.x - from.x, point.y - from.y]
    const along = dx * towards.x + dy * towards.y
    const aside = Math.abs(dx * towards.y) + Math.abs(dy * towards.x)
    if (along <= 1 || aside > along * 2.5) return
    const far = along + aside * ASIDE
    if (far < least) [best, least] = [index, far]
  })
  return best
}

function can(member: HTMLElement): boolean {
  return member.hasAttribute('data-can')
}

function middle(element: Element): Point {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** Make a region one stop of the tab key. */
export function roving(region: HTMLElement): () => void {
  let current: HTMLElement | undefined
  const members = () => [...region.querySelectorAll<HTMLElement>('[data-rove]:not(:disabled)')]

  function settle(): void {
    const all = members()
    // What can be done comes first, unless the focus is in the region: it would be led away from under the reader.
    const lit = all.find(can)
    const stays = current !== undefined && all.includes(current)
    if (!stays || (lit !== undefined && !can(current as HTMLElement) && !region.matches(':focus-within'))) {
      current = lit ?? all[0]
    }
    for (const each of all) {
      const stop = each === current ? 0 : -1
      if (each.tabIndex !== stop) each.tabIndex = stop
    }
  }
  function onfocusin(event: FocusEvent): void {
    const member = (event.target as Element).closest<HTMLElement>('[data-rove]')
    if (member === null) return
    current = member
    settle()
  }
  function onkeydown(event: KeyboardEvent): void {
    const towards = TOWARDS[event.key]
    const from = (event.target as Element).closest<HTMLElement>('[data-rove]')
    if (towards === undefined || from === null || event.ctrlKey || event.altKey || event.metaKey) return
    // The arrow keys would otherwise leaf through the history.
    event.preventDefault()
    event.stopPropagation()
    const rest = members().filter((each) => each !== from)
    const next = rest[nextOf(middle(from), rest.map(middle), towards)]
    next?.focus()
  }

  settle()
  const observer = new MutationObserver(settle)
  observer.observe(region, { childList: true, subtree: true, attributeFilter: ['data-can', 'disabled'] })
  region.addEventListener('focusin', onfocusin)
  region.addEventListener('keydown', onkeydown)
  return () => {
    observer.disconnect()
    region.removeEventListener('focusin', onfocusin)
    region.removeEventListener('keydown', onkeydown)
  }
}
