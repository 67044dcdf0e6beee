/** The checksum that tells whether this client holds the view that the service holds. */

import { encode } from '@msgpack/msgpack'
import type { View } from './generated'

/** The one encoding of a view: MessagePack with the members of every map in sorted order. */
export function canonical(view: View): Uint8Array<ArrayBuffer> {
  return encode(view, { sortKeys: true })
}

// The reversed polynomial of ISO 3309, as in zlib.
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value
})

/** CRC-32 of some bytes, as an unsigned integer. */
export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff
  for (const byte of bytes) crc = (table[(crc ^ byte) & 0xff] as number) ^ (crc >>> 8)
  return (crc ^ 0xffffffff) >>> 0
}

export function viewCrc(view: View): number {
  return crc32(canonical(view))
}
