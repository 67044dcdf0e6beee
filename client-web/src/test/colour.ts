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
 * Machado, Oliveira and Fernandes, "A physiologically-based model for simulation of color vision deficiency", IEEE
 * Transactions on Visualization and Computer Graphics 15 (2009), severity 1.
 */
export const SIGHTS = {
  protan: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deutan: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
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

const radians = (degrees: number): number => (degrees * Math.PI) / 180
const sin = (degrees: number): number => Math.sin(radians(degrees))
const cos = (degrees: number): number => Math.cos(radians(degrees))

/**
 * The distance of two colours of CIE Lab: 1 can just be seen side by side (CIEDE2000).
 *
 * After Sharma, Wu and Dalal, Color Research and Application 30 (2005), whose test data it meets.
 */
export function distance([l1, a1, b1]: Triple, [l2, a2, b2]: Triple): number {
  const drop = (chroma: number) => Math.sqrt(chroma ** 7 / (chroma ** 7 + 25 ** 7))
  const stretch = 1.5 - drop((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2) / 2
  const polar = (a: number, b: number) => ({
    chroma: Math.hypot(a * stretch, b),
    hue: ((Math.atan2(b, a * stretch) * 180) / Math.PI + 360) % 360,
  })
  const [one, other] = [polar(a1, b1), polar(a2, b2)]
  const grey = one.chroma * other.chroma === 0
  const turn = grey ? 0 : ((other.hue - one.hue + 540) % 360) - 180
  const hue = grey ? one.hue + other.hue : one.hue + turn / 2
  const lightness = (l1 + l2) / 2
  const chroma = (one.chroma + other.chroma) / 2
  const weight = 1 - 0.17 * cos(hue - 30) + 0.24 * cos(2 * hue) + 0.32 * cos(3 * hue + 6) - 0.2 * cos(4 * hue - 63)
  const lighter = (l2 - l1) / (1 + (0.015 * (lightness - 50) ** 2) / Math.sqrt(20 + (lightness - 50) ** 2))
  const stronger = (other.chroma - one.chroma) / (1 + 0.045 * chroma)
  const turned = (2 * Math.sqrt(one.chroma * other.chroma) * sin(turn / 2)) / (1 + 0.015 * chroma * weight)
  const blue = 60 * Math.exp(-(((((hue + 360) % 360) - 275) / 25) ** 2))
  return Math.sqrt(lighter ** 2 + stronger ** 2 + turned ** 2 - 2 * sin(blue) * drop(chroma) * stronger * turned)
}
