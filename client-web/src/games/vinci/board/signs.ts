/** Numbers with their sign, a real minus among them. */

import { signed as localised } from '../../../i18n/i18n.svelte'

export function signed(number: number): string {
  return localised(number).replace('-', '−')
}
