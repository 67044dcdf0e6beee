import { expect, test } from 'vitest'
import { crc32, viewCrc } from './canonical'

test('CRC-32 is the one of ISO 3309: its published check value', () => {
  expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
})

// The expected numbers were computed by `partie.kit.values.view_crc`.
test.each([
  ['nothing', {}, 1069182125],
  ['keys that look like numbers are sorted as text', { b: 1, a: 2, '10': 3, '2': 4 }, 2431186054],
  [
    'integers at every border of the encoding',
    {
      n: [
        0, 127, 128, 255, 256, 65535, 65536, 4294967295, 4294967296, 9007199254740991, -1, -32, -33, -128, -129, -32768,
        -32769, -2147483648, -2147483649, -9007199254740991,
      ],
    },
    98227043,
  ],
  [
    'text of every length and beyond ASCII',
    { s: 'ä€😀', long: 'x'.repeat(40), longer: 'y'.repeat(300), t: true, f: false },
    2565665329,
  ],
  [
    'maps in lists in maps, and a map of twenty',
    {
      deep: { z: { y: [{ b: 1, a: [] }] } },
      many: Object.fromEntries(Array.from({ length: 20 }, (_, index) => [String(index), index])),
    },
    1351736530,
  ],
  ['the longest list', { list: Array.from({ length: 64 }, (_, index) => index) }, 3028730549],
  ['capitals before small letters', { A: 1, a: 1, _: 1, Z: 1, '-': 1 }, 2605922332],
])('the checksum of a view is the one of the service: %s', (_, view, expected) => {
  expect(viewCrc(view)).toBe(expected)
})
