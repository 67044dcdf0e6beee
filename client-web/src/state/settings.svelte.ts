/** What a reader likes, kept by the browser: it holds at every table. */

import { recall, remember } from '../browser/remember'

/** All switches and how they stand until somebody turns them. */
const BEGINNING = {
  /** Wood, card and coins are heard. */
  sound: true,
  /** A turn in which nothing is left to decide ends by itself. */
  ends: false,
  /** One click makes a move; otherwise the first one chooses. */
  atonce: false,
  /** The scores if it ended now stand on the plates at all times. */
  forecast: true,
  /** A notification says that it is one's turn while the page is out of sight. */
  notify: false,
  /** The board in words stands on the page for everybody, not for screen readers alone. */
  spoken: false,
  /** Seats and pieces have colours that people who see few of them tell apart. */
  safe: false,
  /** Spectators go along to the next game. */
  along: false,
} as const

export type Setting = keyof typeof BEGINNING

function stored(name: Setting): boolean {
  const kept = recall(name)
  return kept === null ? BEGINNING[name] : kept === 'yes'
}

const now = $state({
  sound: stored('sound'),
  ends: stored('ends'),
  atonce: stored('atonce'),
  forecast: stored('forecast'),
  notify: stored('notify'),
  spoken: stored('spoken'),
  safe: stored('safe'),
  along: stored('along'),
})

export function setting(name: Setting): boolean {
  return now[name]
}

export function set(name: Setting, to: boolean): void {
  now[name] = to
  remember(name, to ? 'yes' : 'no')
}
