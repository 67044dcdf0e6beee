/** A likeness of something on the page that can fly: without ids, anchors and voice, with the look it inherited. */

const SVG = 'http://www.w3.org/2000/svg'
let made = 0

/** The likeness fills the box it is put into. Reads the page; nothing is put onto it. */
export function likeness(element: Element): Element {
  const clone = element.cloneNode(true) as Element
  if (element.getRootNode() instanceof ShadowRoot) keepLook(element, clone)
  rename(clone)
  const inherited = inheritedLook(element)
  const root = clone instanceof SVGElement && !(clone instanceof SVGSVGElement) ? framed(clone, element) : clone
  const { style } = root as HTMLElement | SVGSVGElement
  for (const [name, value] of inherited) style.setProperty(name, value)
  Object.assign(style, {
    position: 'absolute',
    inset: '0',
    width: '100%',
    height: '100%',
    margin: '0',
    transform: 'none',
    translate: 'none',
    scale: 'none',
    transition: 'none',
    animation: 'none',
    pointerEvents: 'none',
  })
  root.setAttribute('aria-hidden', 'true')
  root.setAttribute('inert', '')
  return root
}

/** The style sheets of a shadow root reach no further: what they say of an element is written into its copy. */
function keepLook(element: Element, copy: Element): void {
  const copies = [copy, ...copy.querySelectorAll<HTMLElement | SVGElement>('*')] as (HTMLElement | SVGElement)[]
  for (const [index, part] of [element, ...element.querySelectorAll('*')].entries()) {
    const computed = getComputedStyle(part)
    const look = [...computed].map((name) => `${name}: ${computed.getPropertyValue(name)}`)
    const own = copies[index]
    if (own !== undefined) own.style.cssText = look.join(';')
  }
}

/** A part of a drawing in a drawing of its own. */
function framed(clone: SVGElement, element: Element): SVGSVGElement {
  const { x, y, width, height } = (element as SVGGraphicsElement).getBBox()
  const frame = document.createElementNS(SVG, 'svg')
  frame.setAttribute('viewBox', `${x} ${y} ${width} ${height}`)
  frame.style.overflow = 'visible'
  clone.removeAttribute('transform')
  clone.style.transform = 'none'
  clone.style.translate = 'none'
  frame.append(clone)
  return frame
}

/** Ids are made new, and so is every mention of them; nothing in a likeness is an anchor or speaks. */
function rename(clone: Element): void {
  const parts = [clone, ...clone.querySelectorAll('*')]
  const ids = new Map<string, string>()
  for (const part of parts) {
    if (part.id !== '') ids.set(part.id, `flying-${(made += 1)}`)
  }
  for (const part of parts) {
    for (const name of ['data-anchor', 'role', 'aria-label', 'aria-live', 'tabindex', 'name', 'for']) {
      part.removeAttribute(name)
    }
    const own = ids.get(part.id)
    if (own !== undefined) part.id = own
    if (ids.size === 0) continue
    for (const { name, value } of [...part.attributes]) {
      const mentioned = /^#(.+)$|url\("?#([^")]+)"?\)/.exec(value)
      const id = ids.get(mentioned?.[1] ?? mentioned?.[2] ?? '')
      if (id !== undefined) part.setAttribute(name, value.replace(/#[^")]+/, `#${id}`))
    }
  }
}

/** Colours and type that come from further up, and the variables set there on the way. */
function inheritedLook(element: Element): [string, string][] {
  const computed = getComputedStyle(element)
  const look = new Map<string, string>()
  for (const name of ['color', 'font-family', 'font-size', 'font-weight', 'line-height', 'text-align']) {
    look.set(name, computed.getPropertyValue(name))
  }
  for (let up: Element | null = element; up !== null; up = up.parentElement) {
    const { style } = up as HTMLElement
    for (let index = 0; index < (style?.length ?? 0); index++) {
      const name = style.item(index)
      if (name.startsWith('--') && !look.has(name)) look.set(name, style.getPropertyValue(name))
    }
  }
  return [...look]
}
