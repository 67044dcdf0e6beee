/** The track as a sign. */

import { ringCell, TRACK } from '../data'

const cells = Array.from({ length: TRACK.fields }, (_, space) => ringCell(space)).map(
  ({ column, row }) => `<rect x="${column * 5 + 0.5}" y="${row * 5 + 0.5}" width="4" height="4" rx=".8"/>`,
)

export const ringIcon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 25" fill="currentColor">${cells.join('')}</svg>`
