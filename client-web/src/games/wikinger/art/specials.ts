/** What the special tiles say in print: who or what, how much, and when it counts. */

import type { FigureName, SpecialName } from './kinds'

export type When = 'once' | 'small' | 'large' | 'final'

interface Printed {
  figure?: FigureName
  /** On the tag, and in what it counts. */
  tag?: string
  unit?: 'gold' | 'points'
  when: readonly When[]
}

export const PRINTED: Readonly<Record<SpecialName, Printed>> = {
  'five-gold': { when: ['once'] },
  'goldsmith-1': { figure: 'goldsmith', tag: '+1', unit: 'gold', when: ['small', 'large'] },
  'goldsmith-2': { figure: 'goldsmith', tag: '+2', unit: 'gold', when: ['small', 'large'] },
  boat: { when: ['large'] },
  'noble-1': { figure: 'noble', tag: '+1', unit: 'points', when: ['large'] },
  'scout-1': { figure: 'scout', tag: '+1', unit: 'points', when: ['large'] },
  'fisherman-1': { figure: 'fisherman', tag: '+1', unit: 'points', when: ['large'] },
  'boatman-1': { figure: 'boatman', tag: '= 1', when: ['final'] },
  'supply-3': { tag: '3', unit: 'points', when: ['final'] },
  'gold-3': { tag: '3 : 1', when: ['final'] },
  'special-farm': { when: ['final'] },
  'special-church': { when: ['final'] },
  'special-tower': { when: ['final'] },
  'special-hall': { when: ['final'] },
}
