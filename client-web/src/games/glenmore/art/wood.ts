/** How goods look as wooden tokens and as round chips, and the outline of a seal. */

import type { Good } from '../data.generated'

interface Token {
  /** The pictogram whose outline is sawn. */
  sign: string
  outline: string
  /** How thick the dark outline and the wood itself are drawn, so that thin parts hold. */
  thick: number
  fat: number
}

export const TOKENS: Record<Good, Token> = {
  wood: { sign: 'log', outline: '#3d2810', thick: 62, fat: 4 },
  stone: { sign: 'stone', outline: '#2c2d2c', thick: 62, fat: 4 },
  sheep: { sign: 'sheep', outline: '#2f2a22', thick: 62, fat: 4 },
  cattle: { sign: 'cow', outline: '#2b150a', thick: 78, fat: 10 },
  grain: { sign: 'wheat', outline: '#5a4205', thick: 78, fat: 10 },
}

export const CHIPS: Record<Good, { sign: string; ink: string }> = {
  wood: { sign: 'log', ink: '#2a1d0c' },
  stone: { sign: 'stone', ink: '#2a1d0c' },
  sheep: { sign: 'sheep', ink: '#2a1d0c' },
  cattle: { sign: 'cow', ink: '#f7e3c6' },
  grain: { sign: 'wheat', ink: '#2a1d0c' },
}

/** A seal of wax paper: a circle with fourteen teeth. */
export const SEAL = Array.from({ length: 28 }, (_, at) => {
  const radius = at % 2 === 0 ? 11.6 : 10.2
  const angle = (at * Math.PI) / 14
  return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`
}).join(' ')
