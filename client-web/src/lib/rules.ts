/** The numbered rules of a game: Markdown to clean HTML, each rule with an anchor of its number. */

import DOMPurify from 'dompurify'
import { Marked } from 'marked'

export interface Rule {
  number: string
  title: string
}

const NUMBERED = /^([A-Z]+\d+[a-z]?)\s+(.*)$/

/** The HTML of a rules file and its table of contents. */
export function render(markdown: string): { html: string; rules: Rule[] } {
  const rules: Rule[] = []
  const marked = new Marked({
    renderer: {
      heading({ depth, tokens, text }) {
        const words = this.parser.parseInline(tokens)
        const [, number, title] = NUMBERED.exec(text) ?? []
        if (number === undefined || title === undefined) return `<h${depth}>${words}</h${depth}>\n`
        rules.push({ number, title })
        return `<h${depth} id="${number}"><span class="number">${number}</span> ${words.slice(number.length)}</h${depth}>\n`
      },
    },
  })
  const html = marked.parse(markdown, { async: false })
  return { html: DOMPurify.sanitize(html, { FORBID_TAGS: ['style', 'form', 'input'], FORBID_ATTR: ['style'] }), rules }
}
