/** Phrases that are sent by their key, in the order in which a game has use for them (`server/partie/features/chat/phrases.py`). */
export const PHRASES = [
  'hello',
  'good_luck',
  'well_played',
  'thanks',
  'sorry',
  'thinking',
  'back_soon',
  'back',
  'good_game',
  'rematch',
] as const
