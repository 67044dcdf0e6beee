/** Randomness that is there without a secure context: neither `randomUUID` nor `crypto.subtle` is, over plain http. */

/** So many random bytes in hex. */
export function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}

/** Names a command, so that a repeat is recognised. */
export function commandId(): string {
  return randomHex(12)
}
