/** The latest finished games of a game, and how bots did at it against people. */

import { call } from '../../net/api'
import type { BotLevel, Profile } from '../profile/profile'

export interface Finished {
  /** The newest first; everybody may watch them again. */
  games: Profile['games']
  /** The best first: games, those that a bot of the level won, and average points. */
  bots: { level: Exclude<BotLevel, ''>; played: number; won: number; average: number }[]
  /** Of all who are still known. */
  names: Record<string, string>
}

export const finished = (game: string): Promise<Finished> => call<Finished>('GET', `/api/games/${game}/finished`)
