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
