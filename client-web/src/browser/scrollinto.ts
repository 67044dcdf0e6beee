/** How far a page scrolls so that a part of it is seen. */

interface Stretch {
  top: number
  bottom: number
}

/** The shortest way that shows all of a part, or its beginning where it is larger than what is in sight. */
export function scrollInto(part: Stretch, sight: Stretch): number {
  if (part.top < sight.top) return part.top - sight.top
  if (part.bottom <= sight.bottom) return 0
  return Math.min(part.bottom - sight.bottom, part.top - sight.top)
}

/** The same way, and on to the places that are lit if it would show none of them whole. */
export function scrollIntoLit(part: Stretch, lit: readonly Stretch[], sight: Stretch): number {
  const by = scrollInto(part, sight)
  const seen = { top: sight.top + by, bottom: sight.bottom + by }
  if (lit.length === 0 || lit.some(({ top, bottom }) => top >= seen.top && bottom <= seen.bottom)) return by
  const all = { top: Math.min(...lit.map(({ top }) => top)), bottom: Math.max(...lit.map(({ bottom }) => bottom)) }
  return by + scrollInto(all, seen)
}
