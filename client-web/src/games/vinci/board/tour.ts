/** What a first visit to the board of Vinci points at. */

import type { TourStop } from '../../../board/contract'
import { text } from '../text'

export const tour: readonly TourStop[] = [
  { anchor: 'map', surface: 'map', title: () => text('tour.map.title'), text: () => text('tour.map.text') },
  { anchor: 'pairs', surface: 'peoples', title: () => text('tour.pairs.title'), text: () => text('tour.pairs.text') },
  { anchor: 'own', surface: 'peoples', title: () => text('tour.own.title'), text: () => text('tour.own.text') },
  { anchor: 'reckoning', title: () => text('tour.reckoning.title'), text: () => text('tour.reckoning.text') },
  { anchor: 'seats', surface: 'people', title: () => text('tour.seats.title'), text: () => text('tour.seats.text') },
  { anchor: 'action-bar', surface: 'map', title: () => text('tour.rail.title'), text: () => text('tour.rail.text') },
]
