/** How treasures look: six silhouettes and the gem's, told apart without any colour, and how they are printed. */

import { SHELL } from './pictograms'
import type { Treasure } from '../data.generated'

/** Carried by no path of its own, since its arms are strokes. */
const CORAL =
  'M0 10.8V3.2M0 6.4C-1.5-.6-8.4 1.6-9.2-6.4M0 4C-1.2-2-3.4-3.6-3-10.4M0 6.8C3 .4 9 3 9.6-3.2M1 2.2C2.4-2.4 5-4.2 3.8-10.2M-5.2 10.9H5.2'

/** The silhouettes in a square of 28 x 28 around the middle; the murex in one of 512 x 512. */
export const OUTLINES: Readonly<Record<Treasure, string>> = {
  white: 'M-9.5 0a9.5 9.5 0 0 1 19 0a9.5 9.5 0 0 1-19 0z',
  yellow:
    'M-3.8-11.6H3.8V-9H2.6V-6.2C7-4.6 8.4-1.4 7.4 2.2C6.5 5.6 3.8 7.4 2.8 9.2H4.3V11.7H-4.3V9.2H-2.8C-3.8 7.4-6.5 5.6-7.4 2.2C-8.4-1.4-7-4.6-2.6-6.2V-9H-3.8z',
  green: 'M-5-11H5L9.4-6.4V6.4L5 11H-5L-9.4 6.4V-6.4z',
  red: CORAL,
  violet: SHELL,
  black: 'M-5.2-11.8H5.2L6-8.4H8L7 .4H9.6V7.2H8.2V11.8H-8.2V7.2H-9.6V.4H-7L-8-8.4H-6z',
  gem: 'M-6.6-9.4H6.6L12-2.8L0 11.6L-12-2.8z',
}

/** The handles of the amphora. */
export const HANDLES = 'M-3.2-8.3C-9.4-9.8-11.2-4.6-6.8-2.4M3.2-8.3C9.4-9.8 11.2-4.6 6.8-2.4'

/** A treasure printed on an open place: its ink and the ground, so that light and dark tell open from filled. */
export const PRINTS: Readonly<Record<Treasure, { ink: string; ground: string }>> = {
  white: { ink: '#7d6f57', ground: '#f6f0e2' },
  yellow: { ink: '#7f6410', ground: '#f3e6ae' },
  green: { ink: '#2c6a3c', ground: '#c5dcbf' },
  red: { ink: '#8a2a20', ground: '#efc6bb' },
  violet: { ink: '#51338a', ground: '#d5c7e6' },
  black: { ink: '#1d1a1d', ground: '#c2bbb4' },
  gem: { ink: '#45625f', ground: '#dde7e2' },
}

/** The outlines of treasures: dark around all but the idol. */
export const DARK = '#20170d'
export const LIGHT = '#f0e4c8'

/** How strongly it is printed. */
export const PRESS = 0.85

/** The dark ground of a filled place, and the light one of a rainbow place. */
export const WELL = '#43352a'
export const PLAIN = '#f7efda'
