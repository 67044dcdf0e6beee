/** The colours of players, by the animals on their discs. */

export const COLOURS = ['stag', 'heron', 'duck', 'raven', 'salmon', 'hare'] as const
export type Colour = (typeof COLOURS)[number]
