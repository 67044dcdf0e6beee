"""Words that go on in another line without a hyphen, because their place is too narrow for them."""

from __future__ import annotations

from playwright.async_api import Page

FIND = """() => {
  const found = new Set()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  // A hyphen that the browser sets counts with the letter after it, and comes first.
  const letter = (node, at) => {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    return [...range.getClientRects()].at(-1)
  }
  const isBroken = (node, start, length) => letter(node, start + length - 1)?.top >= letter(node, start)?.bottom - 2
  // Some machines have the words of a language, and hyphenate; all are judged alike.
  const isBrokenAnywhere = (element, ...word) => {
    if (!isBroken(...word) || getComputedStyle(element).hyphens !== 'auto') return isBroken(...word)
    const { hyphens } = element.style
    element.style.hyphens = 'manual'
    const broken = isBroken(...word)
    element.style.hyphens = hyphens
    return broken
  }
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    // Words for screen readers alone are a pixel wide, and codes may break anywhere.
    if (node.data.trim() === '' || element.closest('.sr-only, script, style, svg, textarea, code') !== null) continue
    // Most texts have one line, or none; to ask for every letter of theirs would take longer than all else here.
    range.selectNodeContents(node)
    if (range.getClientRects().length < 2 || !element.checkVisibility({ visibilityProperty: true })) continue
    // A soft hyphen parts a word.
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}’]{2,}/gu)) {
      if (isBrokenAnywhere(element, node, index, word.length)) found.add(`${word} in "${element.textContent}"`)
    }
  }
  return [...found]
}"""


async def broken_words(page: Page) -> list[str]:
    """The words of a page that are broken, each with the text that it stands in."""
    found: list[str] = await page.evaluate(FIND)
    return found
