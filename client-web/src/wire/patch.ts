/** JSON Merge Patch (RFC 7396), the one way in which a view changes. */

import type { Patch, Value, View } from './generated'

function isMap(value: unknown): value is Patch {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The view with the patch applied. Shares what the patch does not touch and changes nothing in place. */
export function applyPatch(view: View, patch: Patch): View {
  const result: View = { ...view }
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) {
      // Keys are data here; the copy above keeps this from touching anyone else's map.
      // eslint-disable-next-line @typescript-eslint/no-dynamic-delete
      delete result[key]
    } else if (isMap(value)) {
      const before = result[key]
      result[key] = applyPatch(isMap(before) ? (before as View) : {}, value)
    } else {
      result[key] = value
    }
  }
  return result
}

/** The paths of all leaves that differ between two views, joined by "/"; removed ones are named by their parent. */
export function changedPaths(before: Value | undefined, after: Value | undefined): Set<string> {
  const paths = new Set<string>()
  const walk = (one: Value | undefined, other: Value | undefined, path: string): void => {
    if (one === other) return
    if (isMap(one) && isMap(other)) {
      const [old, now] = [one as View, other as View]
      for (const key of Object.keys(now)) walk(old[key], now[key], path === '' ? key : `${path}/${key}`)
      if (Object.keys(old).some((key) => !(key in now))) paths.add(path)
    } else if (Array.isArray(one) && Array.isArray(other) && equal(one, other)) {
      return
    } else {
      paths.add(path)
    }
  }
  walk(before, after, '')
  return paths
}

/** Equality of plain values, member by member. */
export function equal(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => equal(item, other[index]))
  }
  if (isMap(one) && isMap(other)) {
    const keys = Object.keys(one)
    return keys.length === Object.keys(other).length && keys.every((key) => key in other && equal(one[key], other[key]))
  }
  return false
}
