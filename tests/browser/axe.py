"""What axe-core seriously objects to on a page, which is judged part by part: no part twice."""

from __future__ import annotations

from typing import Any

from playwright.async_api import Page

SERIOUS = ("serious", "critical")
ALSO = ("heading-order", "empty-heading", "page-has-heading-one")
"""What axe-core takes for less, and is objected to here."""

KEYS = """() => {
  const hash = (text) => {
    let [one, other] = [0x811c9dc5, 0x9e3779b9]
    for (let at = 0; at < text.length; at++) {
      const sign = text.charCodeAt(at)
      one = Math.imul(one ^ sign, 0x01000193)
      other = Math.imul(other ^ sign, 0x85ebca6b)
      other ^= other >>> 15
    }
    return `${(one >>> 0).toString(36)}.${(other >>> 0).toString(36)}`
  }
  const LOOK = ['color', 'backgroundColor', 'backgroundImage', 'opacity', 'visibility', 'fontSize', 'fontWeight']
  const WORDS = new Set(['aria-label', 'aria-description', 'aria-valuetext', 'alt', 'placeholder', 'title'])
  const IDS = new Set(['for', 'list', 'aria-activedescendant', 'aria-controls', 'aria-describedby', 'aria-details',
    'aria-errormessage', 'aria-flowto', 'aria-labelledby', 'aria-owns'])
  const RULED = /^(aria-.*|class|role|type|lang|tabindex|disabled|inert|hidden|open|scope|autocomplete)$/
  // Of words it matters that there are some, of ids that they name something, of numbers nothing.
  const told = ({ name, value }) => {
    if (WORDS.has(name)) return `${name}:${value.trim() === '' ? 'none' : 'some'}`
    if (IDS.has(name)) return `${name}:${value.split(/\\s+/).map((id) => document.getElementById(id)?.localName)}`
    if (/^aria-(value|pos|set|row|col)/.test(name) && !Number.isNaN(Number(value))) return `${name}:number`
    return RULED.test(name) ? `${name}:${value}` : name
  }
  // Half of the elements of a board are parts of drawings. In those without names and targets axe-core judges nothing,
  // not even the contrast of words, and each costs it as much as any other element.
  const TOLD = 'title, desc, a, foreignObject, [role], [tabindex], [aria-label], [aria-labelledby]'
  window.isDrawing = (element) => element.localName === 'svg' && element.querySelector(TOLD) === null
  const parts = []
  const visit = (element, above) => {
    const style = getComputedStyle(element)
    const { width, height } = element.getBoundingClientRect()
    const own = [
      element.localName,
      ...[...element.attributes].map(told).sort(),
      ...(element.style ?? []),
      ...LOOK.map((each) => style[each]),
      width * height > 0,
      element.scrollWidth > element.clientWidth,
      element.scrollHeight > element.clientHeight,
    ].join(' | ')
    const part = { element, key: '', size: 1 }
    parts.push(part)
    const look = LOOK.map((each) => style[each])
    const around = ['class', 'role', 'aria-hidden', 'inert'].map((each) => element.getAttribute(each))
    const here = hash([above, element.localName, ...around, ...look].join(' | '))
    const within = [own]
    for (const node of window.isDrawing(element) ? [] : element.childNodes) {
      if (node.nodeType === Node.TEXT_NODE && node.data.trim() !== '') within.push('text')
      if (node.nodeType !== Node.ELEMENT_NODE) continue
      const child = visit(node, here)
      part.size += child.size
      within.push(child.within)
    }
    part.within = hash(within.join(' | '))
    part.key = `${here} ${part.within}`
    return part
  }
  visit(document.body, '')
  window.parts = parts.filter(({ size }) => size >= 12)
  return window.parts.map(({ key }) => key)
}"""
"""Keys of the parts of a page, the outer ones first.

Two parts have the same key if they differ in nothing but words, numbers and where they are: in all that axe-core's
rules go by they are alike, their own elements, those within and those around them, with their colours.
"""

FIND = """async ({ options, judged }) => {
  const known = new Set(judged)
  const exclude = []
  for (const { element, key } of window.parts) {
    if (known.has(key) && !exclude.at(-1)?.contains(element)) exclude.push(element)
  }
  const drawn = [...document.querySelectorAll('svg')].filter(window.isDrawing).map((svg) => [svg, [...svg.childNodes]])
  for (const [svg] of drawn) svg.replaceChildren()
  const { violations } = await axe.run({ exclude }, options)
  for (const [svg, nodes] of drawn) svg.replaceChildren(...nodes)
  return violations.map(({ id, impact, nodes }) => ({ id, impact, nodes: nodes.map(({ html }) => html) }))
}"""


async def objections(page: Page, judged: set[str] | None = None, rules: list[str] | None = None) -> list[str]:
    """What axe-core, which the page has, seriously objects to; by some rules alone, if they are given.

    Parts like those that were judged before are left out. If there is nothing to object to, those of this page join
    them.
    """
    options: dict[str, Any] = {
        "resultTypes": ["violations"],
        # What it would load ahead, all style sheets once more, serves its rule on sound that plays by itself alone.
        "preload": False,
        "elementRef": False,
        "selectors": False,
        # Never a serious objection, and expensive.
        "rules": {"region": {"enabled": False}},
    }
    if rules:
        options |= {"runOnly": rules, "rules": {}}
    judged = set() if judged is None else judged
    keys = set(await page.evaluate(KEYS))
    found = await page.evaluate(FIND, {"options": options, "judged": list(keys & judged)})
    bad = [
        f"{each['id']}: {each['nodes'][:5]}"
        for each in found
        if (each["impact"] in SERIOUS or each["id"] in ALSO) and each["nodes"]
    ]
    if not bad:
        judged |= keys
    return bad
