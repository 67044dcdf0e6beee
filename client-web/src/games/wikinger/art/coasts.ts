/**
 * The land on the island tiles, in a square of 100. Every coast meets the edge between two tiles at the same heights
 * and runs level there, so that land grows together whatever lies next to it.
 */

import type { BuildingName } from './kinds'

/** An end of an island, open to the east. */
export const END =
  'M120 15H100C93 15 93 15.6 86 15.6C79 15.6 79 14.4 72 14.4C65 14.4 65 16 58 16C51 16 51 15 44 15C22.2 15 15.1 32.6 14.3 42.6C12.6 64.6 18.5 85 44 85C51 85 51 88.6 58 88.6C65 88.6 65 89 72 89C79 89 79 82.4 86 82.4C93 82.4 93 85 100 85H120z'

/** An end of an island, open to the west. */
export const WEST =
  'M-20 15H0C7 15 7 15.2 14 15.2C21 15.2 21 17.8 28 17.8C35 17.8 35 19.1 42 19.1C49 19.1 49 15 56 15C77.3 15 85.2 31.6 85.7 42.1C89.9 65.1 78.5 85 56 85C49 85 49 82.8 42 82.8C35 82.8 35 85 28 85C21 85 21 83.4 14 83.4C7 83.4 7 85 0 85H-20z'

/** Another one, for the start tile. */
export const START =
  'M120 15H100C93 15 93 11.5 86 11.5C79 11.5 79 12.2 72 12.2C65 12.2 65 14.4 58 14.4C51 14.4 51 15 44 15C25.1 15 11.7 26.9 12.2 48.6C10.7 67.9 21 85 44 85C51 85 51 81.7 58 81.7C65 81.7 65 85.3 72 85.3C79 85.3 79 84.5 86 84.5C93 84.5 93 85 100 85H120z'

/** The middle of an island for each building. */
export const MIDDLES: Readonly<Record<BuildingName, string>> = {
  farm: 'M-20 15H0C12.5 15 12.5 16.4 25 16.4C37.5 16.4 37.5 13.6 50 13.6C62.5 13.6 62.5 16.4 75 16.4C87.5 16.4 87.5 15 100 15H120V85H100C87.5 85 87.5 81.5 75 81.5C62.5 81.5 62.5 88.2 50 88.2C37.5 88.2 37.5 88.6 25 88.6C12.5 88.6 12.5 85 0 85H-20z',
  church:
    'M-20 15H0C12.5 15 12.5 10.6 25 10.6C37.5 10.6 37.5 11 50 11C62.5 11 62.5 13.7 75 13.7C87.5 13.7 87.5 15 100 15H120V85H100C87.5 85 87.5 87.2 75 87.2C62.5 87.2 62.5 81.4 50 81.4C37.5 81.4 37.5 80.9 25 80.9C12.5 80.9 12.5 85 0 85H-20z',
  tower:
    'M-20 15H0C12.5 15 12.5 12.3 25 12.3C37.5 12.3 37.5 15.6 50 15.6C62.5 15.6 62.5 11 75 11C87.5 11 87.5 15 100 15H120V85H100C87.5 85 87.5 83.6 75 83.6C62.5 83.6 62.5 80.5 50 80.5C37.5 80.5 37.5 80 25 80C12.5 80 12.5 85 0 85H-20z',
  hall: 'M-20 15H0C12.5 15 12.5 12.2 25 12.2C37.5 12.2 37.5 18.6 50 18.6C62.5 18.6 62.5 18.8 75 18.8C87.5 18.8 87.5 15 100 15H120V85H100C87.5 85 87.5 80.3 75 80.3C62.5 80.3 62.5 88.6 50 88.6C37.5 88.6 37.5 87.2 25 87.2C12.5 87.2 12.5 85 0 85H-20z',
}

/** Where ends show trees or stones, and every tile some grass. */
export const GRASS: readonly (readonly [number, number])[] = [
  [33, 70],
  [46, 27],
  [63, 74],
  [88, 62],
  [71, 66],
  [93, 31],
]
