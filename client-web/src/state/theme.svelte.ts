/** Day and evening: as the device wishes, unless the reader chose. And colours that all eyes tell apart. */

import { afterPaint } from '../browser/after'
import { recall, remember } from '../browser/remember'
import { setting } from './settings.svelte'

export type Theme = 'light' | 'dark'

const wish = matchMedia('(prefers-color-scheme: dark)')

function chosen(): Theme | undefined {
  const stored = recall('theme')
  return stored === 'light' || stored === 'dark' ? stored : undefined
}

let choice = $state(chosen())
let evening = $state(wish.matches)
wish.addEventListener('change', () => {
  evening = wish.matches
})

export function theme(): Theme {
  return choice ?? (evening ? 'dark' : 'light')
}

export function setTheme(to: Theme): void {
  choice = to
  remember('theme', to)
}

/** Show the page in its theme and colours, and the browser's own edge in the colour of the paper strip at the head of the page. */
export function applyTheme(): void {
  const root = document.documentElement
  root.dataset['theme'] = theme()
  root.dataset['colours'] = setting('safe') ? 'safe' : 'standard'
  // Asking at once would make the browser find the styles of the page for that alone.
  afterPaint(colourEdge, 0)
}

function colourEdge(): void {
  const paper = getComputedStyle(document.documentElement).getPropertyValue('--paper').trim()
  for (const meta of document.querySelectorAll('meta[name="theme-color"]')) meta.setAttribute('content', paper)
}

export function toggleTheme(): void {
  setTheme(theme() === 'dark' ? 'light' : 'dark')
}
