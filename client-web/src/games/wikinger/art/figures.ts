/** How the six figures are drawn: in the middle of a square of 56, feet at 21. The outline alone tells them apart. */

import type { FigureName } from './kinds'

interface Drawing {
  outline: string
  /** Where the emblem stands, and how large. */
  emblem: { y: number; size: number }
  /** The emblem's middle, where that is not the figure's. */
  x?: number
  /** Faces, bands and tools: drawn in the emblem's colour unless they say another. */
  lines: readonly { d: string; width: number; colour?: string }[]
  areas?: readonly { d: string; colour: string }[]
}

export const DRAWINGS: Readonly<Record<FigureName, Drawing>> = {
  warrior: {
    outline:
      'M-13 21V3.5Q-13-4-6-5.5H6Q13-4 13 3.5V21zM-7.5-8V-12Q-17-12.5-17-25Q-12.5-19.5-6-19Q-3.5-23 0-23Q3.5-23 6-19Q12.5-19.5 17-25Q17-12.5 7.5-12V-8Q6-3 0-3Q-6-3-7.5-8z',
    emblem: { y: 8.5, size: 19 },
    lines: [
      { d: 'M-7-11.5H7', width: 1.8, colour: '#b9ad97' },
      { d: 'M0-22.3V-12', width: 1.3, colour: '#b9ad97' },
      { d: 'M-4-8.5h2.6M1.4-8.5H4', width: 1.7 },
    ],
  },
  noble: {
    outline: 'M-17.5 21Q-15 1-6.5-5L-7.5-9V-14L-10.5-26.5L-4.5-21L0-28L4.5-21L10.5-26.5L7.5-14V-9L6.5-5Q15 1 17.5 21z',
    emblem: { y: 9, size: 18 },
    lines: [
      { d: 'M-7.5-14H7.5', width: 2.2, colour: '#f2c65a' },
      { d: 'M-3.8-9.5h2M1.8-9.5h2', width: 1.7 },
      { d: 'M-6.2-4.2Q0-.6 6.2-4.2', width: 1.5, colour: '#f2c65a' },
    ],
  },
  scout: {
    outline: 'M-9.5 21L-8.5-1Q-8-4-7-6Q-9.5-17 0-29Q5-23 6.8-15L15.5-21.5L19.5-15.5L7.5-7.5Q8.3-4 8.8-1L9.5 21z',
    emblem: { y: 9, size: 15.5 },
    lines: [{ d: 'M9-12.3l7.5-5.2', width: 2, colour: '#dfe9c8' }],
    areas: [{ d: 'M-6.5-8Q0-15 5.5-9Q0-4-6.5-8z', colour: '#24451a' }],
  },
  goldsmith: {
    outline:
      'M-14.5 21Q-16 0-8-4.5Q-9-8-9-11Q-9-19 0-19Q8-19 8.5-12L11-12.5V-19H6.5V-28.5H20.5V-19H16L15.5-4Q15 0 14 3Q15 12 14.5 21z',
    emblem: { y: 8.5, size: 18.5 },
    x: -0.5,
    lines: [
      { d: 'M-4-12.5h2M2-12.5h2', width: 1.8 },
      { d: 'M-6.5-9Q0-5 6-9', width: 1.5 },
    ],
    areas: [{ d: 'M8-27H19V-20.5H8z', colour: '#7c7a74' }],
  },
  fisherman: {
    outline:
      'M-10.5 21L-10-1Q-9-4.5-6-6L-6.5-8.5Q-15.5-8.5-17.5-12.5Q-10-13-8-15Q-7-23 0-23Q7-23 8-15Q10-13.5 13-13L12.5-27.5L16-28L17.5-9Q17-1 16.5 21H12.5L12 6L10.5 21z',
    emblem: { y: 8, size: 16.2 },
    lines: [
      { d: 'M-8-14.8Q0-12.6 8-14.8', width: 1.7, colour: '#0f2c4d' },
      { d: 'M-3.6-9.6h2M1.6-9.6h2', width: 1.7 },
    ],
  },
  boatman: {
    outline:
      'M-22 3.5Q-20 6-12.5 6.5Q-13-3-6.5-5.5Q-8-8-8-11.5Q-8-19.5 0-19.5Q8-19.5 8-11.5Q8-8 6.5-5.5Q13-3 12.5 6.5Q20 6 22 3.5Q21 21 11 21H-11Q-21 21-22 3.5z',
    emblem: { y: 13.2, size: 13.5 },
    lines: [
      { d: 'M-21.5 5Q0 9.5 21.5 5', width: 1.7, colour: '#4b463d' },
      { d: 'M-3.6-11h2M1.6-11h2', width: 1.8 },
    ],
  },
}
