/** Messages to bytes and back. */

import { decode as unpack, encode as pack } from '@msgpack/msgpack'
import type { Inbound, Outbound } from './types'

/** Raised with the service's `server.wire.limits.VERSION` when a message changes its meaning. */
export const VERSION = 1

/** History entries that go along with an update at most (`server.wire.limits.MAX_LINES`). */
export const MAX_LINES = 50

export function encode(message: Inbound): Uint8Array<ArrayBuffer> {
  return pack(message, { ignoreUndefined: true })
}

/** The message in a frame. Throws when the bytes are no MessagePack map. */
export function decode(frame: ArrayBuffer): Outbound {
  const message = unpack(frame)
  if (typeof message !== 'object' || message === null || !('t' in message)) throw new TypeError('no message')
  return message as Outbound
}
