/**
 * A seat's wooden disc: colour, animal and pattern, never colour alone. A free seat is a dashed ring, with a plus where
 * one may sit down.
 *
 * Boards of any framework draw it too, so it is made without one.
 */

import deer from '~icons/game-icons/deer-head?raw'
import duck from '~icons/game-icons/duck?raw'
import heron from '~icons/game-icons/heron?raw'
import rabbit from '~icons/game-icons/rabbit?raw'
import raven from '~icons/game-icons/raven?raw'
import salmon from '~icons/game-icons/salmon?raw'
import { COLOURS, type Colour } from '../state/table/colours'
import { pattern } from './patterns'

const ANIMALS: Readonly<Record<Colour, string>> = { stag: deer, heron, duck, raven, salmon, hare: rabbit }

export interface DiscLook {
  /** A colour's name, such as `stag`; nothing for a free seat. */
  colour?: string | undefined
  /** Pixels of its width. */
  size?: number | undefined
  /** Its player is away, or nobody may take it. */
  faded?: boolean | undefined
}

/** The colour by its name; unknown ones become the raven's. */
export function known(colour: string): Colour {
  return COLOURS.find((each) => each === colour) ?? 'raven'
}

/** A new disc. Its colours come from the page's custom properties; screen readers pass over it. */
export function disc(look: DiscLook = {}): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg')
  drawDisc(svg, look)
  return svg
}

let made = 0

/** Make a disc of an element, in place of what it was before. */
export function drawDisc(svg: SVGSVGElement, { colour = '', size = 42, faded = false }: DiscLook): void {
  const attributes = {
    width: size,
    height: Math.round(size * 1.08),
    viewBox: '-32 -32 64 69',
    opacity: faded ? 0.55 : 1,
    'aria-hidden': true,
    focusable: false,
  }
  for (const [name, value] of Object.entries(attributes)) svg.setAttribute(name, String(value))
  // Shadow roots don't see the patterns of the page, and one that is hidden can fill nothing: each disc has its own.
  svg.innerHTML = colour === '' ? free(faded) : taken(known(colour), `disc-${(made += 1)}`)
}

function free(faded: boolean): string {
  const stroke = faded ? 'var(--ink)' : 'var(--can-deep)'
  const ring = `<circle r="27" fill="none" stroke="${stroke}" stroke-width="3" stroke-dasharray="6 6"/>`
  return faded ? ring : `${ring}<path d="M-9 0h18M0-9v18" stroke="${stroke}" stroke-width="4" stroke-linecap="round"/>`
}

/** The text of a taken seat's disc, whose pattern has that id. */
export function taken(seat: Colour, id: string): string {
  const animal = ANIMALS[seat].replace(
    /^<svg[^>]*>/,
    '<svg x="-16.5" y="-16.5" width="33" height="33" viewBox="0 0 512 512">',
  )
  return `<defs>${pattern(seat, id)}</defs>
    <ellipse cx="1.7" cy="7" rx="29.9" ry="28.4" fill="#1a1206" opacity=".28"/>
    <circle cy="3.8" r="29" fill="var(--seat-${seat})"/>
    <circle cy="3.8" r="29" fill="#000" opacity=".38"/>
    <circle r="29" fill="var(--seat-${seat})"/>
    <circle r="29" fill="url(#${id})"/>
    <circle r="23.2" fill="var(--seat-${seat})"/>
    <circle r="23.2" fill="none" stroke="var(--on-${seat})" stroke-opacity=".7"/>
    <circle r="28.4" fill="none" stroke="${seat === 'hare' ? '#3b3226' : '#1c140c'}" stroke-opacity=".75" stroke-width="1.2"/>
    <g color="var(--on-${seat})">${animal}</g>`
}
