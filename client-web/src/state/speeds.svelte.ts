/** How fast pieces travel, and how long a bot's move stays before the next one comes: kept by the browser. */

import { recall, remember } from '../browser/remember'

/** How fast pieces travel; `none`: what has moved is in its place at once. */
export const MOTIONS = ['calm', 'normal', 'quick', 'none'] as const
export type MotionSpeed = (typeof MOTIONS)[number]

/** Seconds that a bot's move stays at least. */
export const BOT_PAUSES = [0, 2, 4] as const
export type BotPause = (typeof BOT_PAUSES)[number]

const kept = { motion: recall('motion'), bots: Number(recall('bots') ?? 0) }
let motion = $state<MotionSpeed>(MOTIONS.find((speed) => speed === kept.motion) ?? 'normal')
let bots = $state<BotPause>(BOT_PAUSES.find((pause) => pause === kept.bots) ?? 0)

export function motionSpeed(): MotionSpeed {
  return motion
}

export function setMotionSpeed(to: MotionSpeed): void {
  motion = to
  remember('motion', to)
}

/** Let everything on the page move at that speed: the tokens of its durations depend on it. */
export function applyMotionSpeed(): void {
  document.documentElement.dataset['motion'] = motion
}

export function botPause(): BotPause {
  return bots
}

export function setBotPause(to: BotPause): void {
  bots = to
  remember('bots', String(to))
}
