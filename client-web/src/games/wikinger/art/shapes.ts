/** The size of a picture as its attribute, which any style sheet may still change: a number or a simple length. */
export function plain(size: number | string): number | string | undefined {
  return styled(size) === undefined ? size : undefined
}

/** The size of a picture as its style: where it is computed, which attributes do not understand. */
export function styled(size: number | string): string | undefined {
  return typeof size === 'string' && size.includes('(') ? size : undefined
}

/** How wide something of a height is; a length of CSS leaves that to the picture. */
export function wide(height: number | string, ratio: number): number | undefined {
  return typeof height === 'number' ? height * ratio : undefined
}
