import { afterEach, expect, test, vi } from 'vitest'
import { pageHasCome } from '../browser/late.svelte'
import { sized } from './sized'

/** A browser that has laid out an element. */
let laidOut: (...elements: object[]) => void
const observed = new Set<object>()

vi.stubGlobal(
  'ResizeObserver',
  class {
    constructor(heard: (entries: { target: object }[]) => void) {
      laidOut = (...elements) => heard(elements.filter((each) => observed.has(each)).map((target) => ({ target })))
    }
    observe(element: object): void {
      observed.add(element)
    }
    unobserve(element: object): void {
      observed.delete(element)
    }
  },
)

afterEach(() => observed.clear())

/** An element that tells when somebody asks for its width. */
function box(width: number): { element: HTMLElement; asked: () => number } {
  let times = 0
  const element = {
    get clientWidth() {
      times += 1
      return width
    },
  }
  return { element: element as HTMLElement, asked: () => times }
}

test('while the page comes, the size of an element is asked for when it is laid out, and not before', () => {
  const { element, asked } = box(320)
  let width = 0
  sized((laid) => (width = laid.clientWidth))(element)
  expect(asked()).toBe(0)
  laidOut(element)
  expect(width).toBe(320)
})

test('an element that has left the page is heard of no longer', () => {
  const { element } = box(320)
  const hear = vi.fn()
  const leave = sized(hear)(element)
  if (typeof leave === 'function') leave()
  laidOut(element)
  expect(hear).not.toHaveBeenCalled()
})

test('elements that are laid out together are heard of together', () => {
  const heard: string[] = []
  const [one, other] = [box(1).element, box(2).element]
  sized(() => heard.push('one'))(one)
  sized(() => heard.push('other'))(other)
  laidOut(one, other)
  expect(heard).toEqual(['one', 'other'])
})

test('once the page stands, the size of what is added to it is known at once', () => {
  pageHasCome()
  const { element } = box(320)
  let width = 0
  sized((laid) => (width = laid.clientWidth))(element)
  expect(width).toBe(320)
})
