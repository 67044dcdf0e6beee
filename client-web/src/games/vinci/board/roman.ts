/** The numerals under which the pairs lie. */

const NUMERALS = ['I', 'II', 'III', 'IV', 'V', 'VI']

export function roman(number: number): string {
  return NUMERALS[number - 1] ?? String(number)
}
