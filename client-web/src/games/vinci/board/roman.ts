/** The numerals under which the pairs lie, and the letters of the parts of a split empire. */

const NUMERALS = ['I', 'II', 'III', 'IV', 'V', 'VI']

export function letter(at: number): string {
  return String.fromCharCode(65 + at)
}

export function roman(number: number): string {
  return NUMERALS[number - 1] ?? String(number)
}
