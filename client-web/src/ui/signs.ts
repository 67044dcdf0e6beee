/** Numbers with signs that are as wide as each other. */

/** A number with a minus, and no hyphen, where it is negative. */
export const minus = (number: number): string => String(number).replace('-', '−')

/** A change with its sign. */
export const signed = (change: number): string => (change < 0 ? minus(change) : `+${String(change)}`)

/** Points that something brought, and a dash for none. */
export const gained = (points: number): string => (points === 0 ? '–' : signed(points))
