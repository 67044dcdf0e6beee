import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { placeFor } from './ready'
import { takeOver } from './takeover'

/** The part of an element that is used here. */
class Part {
  readonly attributes = new Map<string, string>()
  readonly replaceChildren = vi.fn()
  readonly focus = vi.fn()
  readonly click = vi.fn()
  isConnected = true
  parts: Part[] = []
  constructor(
    readonly localName = 'div',
    name = '',
  ) {
    if (name !== '') this.attributes.set('aria-label', name)
  }
  getAttribute = (name: string): string | null => this.attributes.get(name) ?? null
  hasAttribute = (name: string): boolean => this.attributes.has(name)
  setAttribute = (name: string, value: string): unknown => this.attributes.set(name, value)
  removeAttribute = (name: string): unknown => this.attributes.delete(name)
  contains = (part: Part | null): boolean => part !== null && this.parts.includes(part)
  querySelectorAll = (kind: string): Part[] => this.parts.filter(({ localName }) => localName === kind)
  cloneNode = (): Part => new Part(this.localName)
  replaceWith = (): void => {
    this.isConnected = false
  }
}

const page = { documentElement: new Part(), activeElement: null as Part | null }
const address = { hash: '' }
const [root, element] = [() => page.documentElement, (part: Part) => part as unknown as HTMLElement]

beforeEach(() => {
  page.documentElement = new Part()
  page.activeElement = null
  address.hash = ''
  vi.stubGlobal('document', page)
  vi.stubGlobal('location', address)
})
afterEach(() => {
  vi.unstubAllGlobals()
})

/** The ready page, and the one that the script has drawn aside. */
function drawn(names: readonly string[]): { seen: Part; aside: Part; show: () => void } {
  root().setAttribute('data-ready', '')
  const seen = new Part()
  seen.parts = names.map((name) => new Part('button', name))
  const aside = placeFor(element(seen)) as unknown as Part
  aside.parts = names.map((name) => new Part('button', name))
  return { seen, aside, show: () => takeOver(element(seen), element(aside)) }
}

test('a ready page is seen until the one of the script stands', () => {
  const { seen, aside, show } = drawn([])
  expect(aside).not.toBe(seen)
  expect([seen.isConnected, root().hasAttribute('data-ready')]).toEqual([true, true])
  show()
  expect([seen.isConnected, root().hasAttribute('data-ready')]).toEqual([false, false])
})

test.each([
  ['there is none', undefined, ''],
  ['it is in another language', 'not', ''],
  ['the address names a place in the page', '', '#play'],
])('the script draws into the page itself where %s', (_, ready, hash) => {
  if (ready !== undefined) root().setAttribute('data-ready', ready)
  address.hash = hash
  const seen = new Part()
  expect(placeFor(element(seen))).toBe(seen)
  expect(seen.replaceChildren).toHaveBeenCalled()
  expect(root().hasAttribute('data-ready')).toBe(false)
})

test('what was pressed meanwhile is pressed, and what had the focus has it', () => {
  const { seen, aside, show } = drawn(['Play now: Vinci', 'Friends: Vinci'])
  root().setAttribute('data-pressed', 'Play now: Vinci')
  page.activeElement = seen.parts[1] ?? null
  show()
  expect(aside.parts.map((part) => part.click.mock.calls.length)).toEqual([1, 0])
  expect(aside.parts.map((part) => part.focus.mock.calls.length)).toEqual([0, 1])
  show()
  expect(aside.parts[0]?.click).toHaveBeenCalledOnce()
})
