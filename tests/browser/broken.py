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
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    if (node.data.trim() === '' || !element.checkVisibility({ visibilityProperty: true })) continue
    // Words for screen readers alone are a pixel wide, and tokens and links may break anywhere.
    if (element.closest('.sr-only, script, style, svg, textarea, code') !== null) continue
    // A soft hyphen parts a word.
    for (const { 0: word, index } of node.data.matchAll(/[\\p{L}\\p{N}’]{2,}/gu)) {
      const [first, last] = [letter(node, index), letter(node, index + word.length - 1)]
      if (last?.top >= first?.bottom - 2) found.add(`${word} in "${element.textContent}"`)
    }
  }
  return [...found]
}"""


async def broken_words(page: Page) -> list[str]:
    """The words of a page that are broken, each with the text that it stands in."""
    found: list[str] = await page.evaluate(FIND)
    return found
