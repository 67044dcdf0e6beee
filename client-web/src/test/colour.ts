/** How colours are seen, for tests of the tokens. Nothing of this reaches the browser. */

type Triple = readonly [number, number, number]
type Matrix = readonly [Triple, Triple, Triple]

function channels(hex: string): Triple {
  const part = (from: number) => parseInt(hex.slice(from, from + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

/** Undoes the transfer curve of sRGB (IEC 61966-2-1). */
function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
}

function light(hex: string): Triple {
  const [red, green, blue] = channels(hex)
  return [linear(red), linear(green), linear(blue)]
}

function dot(one: Triple, other: Triple): number {
  return one[0] * other[0] + one[1] * other[1] + one[2] * other[2]
}

function times(matrix: Matrix, [x, y, z]: Triple): Triple {
  return [dot(matrix[0], [x, y, z]), dot(matrix[1], [x, y, z]), dot(matrix[2], [x, y, z])]
}

/** The contrast of two colours, 1 to 21, as WCAG 2.2 defines it. */
export function contrast(one: string, other: string): number {
  const luminance = (hex: string) => dot([0.2126, 0.7152, 0.0722], light(hex))
  const [dark, bright] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number]
  return (bright + 0.05) / (dark + 0.05)
}

/**
 * Linear RGB as it looks to people who lack one kind of cones.
 *
 * Red and green: Viénot, Brettel and Mollon, "Digital video colourmaps for checking the legibility of displays by
 * dichromats", Color Research and Application 24 (1999), carried over to the primaries of sRGB. Blue: Machado, Oliveira
 * and Fernandes, "A physiologically-based model for simulation of color vision deficiency", IEEE TVCG 15 (2009),
 * severity 1, since one plane does not describe it well.
 */
export const SIGHTS = {
  protan: [
    [0.11238, 0.88762, 0],
    [0.11238, 0.88762, 0],
    [0.00401, -0.00401, 1],
  ],
  deutan: [
    [0.29275, 0.70725, 0],
    [0.29275, 0.70725, 0],
    [-0.02234, 0.02234, 1],
  ],
  tritan: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
} as const satisfies Record<string, Matrix>

export type Sight = keyof typeof SIGHTS

/** A colour in CIE Lab (D65), as somebody with this sight sees it. */
export function seenBy(sight: Sight | undefined, hex: string): Triple {
  const seen = sight === undefined ? light(hex) : times(SIGHTS[sight], light(hex))
  const inside = seen.map((value) => Math.min(1, Math.max(0, value))) as unknown as Triple
  const [x, y, z] = times(
    [
      [0.4124564, 0.3575761, 0.1804375],
      [0.2126729, 0.7151522, 0.072175],
      [0.0193339, 0.119192, 0.9503041],
    ],
    inside,
  )
  const bend = (value: number) => (value > 216 / 24389 ? Math.cbrt(value) : (24389 / 27) * (value / 116) + 4 / 29)
  const [fx, fy, fz] = [bend(x / 0.95047), bend(y), bend(z / 1.08883)]
  return [116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)]
}

/** The distance of two colours: 2 can just be seen side by side (CIE 1976). */
export function distance(one: Triple, other: Triple): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2])
}
