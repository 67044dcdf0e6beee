/** Messages to bytes and back. */

import { decode as unpack, encode as pack } from '@msgpack/msgpack'
import type { Inbound, Outbound } from './generated'

export function encode(message: Inbound): Uint8Array<ArrayBuffer> {
  return pack(message, { ignoreUndefined: true })
}

/** The message in a frame. Throws when the bytes are no MessagePack map. */
export function decode(frame: ArrayBuffer): Outbound {
  const message = unpack(frame)
  if (typeof message !== 'object' || message === null || !('t' in message)) throw new TypeError('no message')
  return message as Outbound
}
