/** A position in the sixth round of four, for looking at. */

import type { Land, Marks } from '../../../src/games/vinci/board/map/marks'
import type { Marker } from '../../../src/games/vinci/board/map/track'

export const COLOURS = ['stag', 'heron', 'duck', 'raven'] as const

export const LAND: Land = {
  hercynia: { pieces: 1, seat: 0 },
  carpathia: { pieces: 1, seat: 0 },
  pannonia: { pieces: 1, seat: 0 },
  dacia: { pieces: 1, seat: 0 },
  thracia: { pieces: 1, seat: 0 },
  lusitania: { pieces: 1, seat: 0, declined: true },
  castilla: { pieces: 1, seat: 0, declined: true },
  baetica: { pieces: 1, seat: 0, declined: true },
  belgica: { pieces: 4, seat: 1, fort: true },
  francia: { pieces: 3, seat: 1 },
  burgundia: { pieces: 2, seat: 1 },
  suevia: { pieces: 3, seat: 1, fort: true },
  hellas: { pieces: 1, seat: 1, declined: true },
  magna_graecia: { pieces: 1, seat: 1, declined: true },
  sicilia: { pieces: 1, seat: 1, declined: true },
  livonia: { pieces: 3, seat: 2 },
  ruthenia: { pieces: 4, seat: 2 },
  muscovia: { pieces: 2, seat: 2 },
  volga: { pieces: 1, seat: 2, levies: 3 },
  scythia: { pieces: 1, seat: 2 },
  asia: { pieces: 3, seat: 2, declined: true },
  cappadocia: { pieces: 1, seat: 2, declined: true },
  syria: { pieces: 1, seat: 2, declined: true },
  saxonia: { pieces: 6, seat: 3 },
  jutia: { pieces: 2, seat: 3 },
  svealand: { pieces: 12, seat: 3 },
  polonia: { pieces: 2, seat: 3 },
  hibernia: { pieces: 1, seat: 3, declined: true },
  britannia: { pieces: 1, seat: 3, declined: true },
  finnia: { pieces: 1 },
  armorica: { pieces: 1 },
  tarraconensis: { pieces: 1 },
  padania: { pieces: 1 },
}

export const CONQUEST: Marks = {
  suevia: { cost: 4, reachable: true, chosen: true },
  alpes: { cost: 1, reachable: true },
  asia: { cost: 2, reachable: true },
  hellas: { cost: 2, reachable: true },
  illyria: { cost: 2, reachable: true },
  livonia: { cost: 3, reachable: true },
  polonia: { cost: 4, reachable: true },
  ruthenia: { cost: 4, reachable: true },
  saxonia: { cost: 8, tooExpensive: true },
  hercynia: { news: true },
}

export const REGROUPING: Marks = {
  belgica: { plus: true, minus: true },
  francia: { plus: true, minus: true },
  burgundia: { plus: true, minus: true, change: 2 },
  suevia: { plus: true, change: -1 },
  hercynia: { news: true },
}

export const MARKERS: readonly Marker[] = [
  { seat: 0, points: 54, foreseen: 66 },
  { seat: 1, points: 61 },
  { seat: 2, points: 48 },
  { seat: 3, points: 43 },
]
