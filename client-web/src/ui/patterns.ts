/** The patterns of the six seats, which tell them apart where their colours don't. */

import type { Colour } from '../state/table/colours'

const SHAPES: Readonly<Record<Colour, string>> = {
  stag: '<path d="M2 0v8M6 0v8" stroke="#fff" stroke-opacity=".34" stroke-width="1.6"/>',
  heron: '<path d="M0 2h8M0 6h8" stroke="#fff" stroke-opacity=".34" stroke-width="1.6"/>',
  duck: '<path d="M2 0v8M6 0v8" stroke="#fff" stroke-opacity=".36" stroke-width="1.6"/>',
  raven: '<path d="M0 0h4v4h-4zM4 4h4v4h-4z" fill="#fff" fill-opacity=".24"/>',
  salmon:
    '<path d="M0 4a4 4 0 0 0 8 0M-4 0a4 4 0 0 0 8 0M4 0a4 4 0 0 0 8 0" fill="none" stroke="#5c1d18" stroke-opacity=".42" stroke-width="1.3"/>',
  hare: '<g fill="#3b3226" fill-opacity=".5"><circle cx="2" cy="2" r="1.3"/><circle cx="6" cy="6" r="1.3"/></g>',
}
const TURNED: Readonly<Partial<Record<Colour, string>>> = { duck: 'rotate(45)' }

/** The text of a seat's pattern as an SVG element with that id. */
export function pattern(colour: Colour, id: string): string {
  const turned = TURNED[colour] === undefined ? '' : ` patternTransform="${TURNED[colour]}"`
  return `<pattern id="${id}" width="8" height="8" patternUnits="userSpaceOnUse"${turned}>${SHAPES[colour]}</pattern>`
}
