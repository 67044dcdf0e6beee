/** What a first visit to Glen More's board points at. */

import type { TourStop } from '../../../board/contract'
import { text } from '../text'

export const tour: readonly TourStop[] = [
  { anchor: 'ring', surface: 'ring', title: () => text('tour.ring.title'), text: () => text('tour.ring.text') },
  {
    anchor: 'warehouse',
    surface: 'ring',
    title: () => text('tour.warehouse.title'),
    text: () => text('tour.warehouse.text'),
  },
  { anchor: 'stack', surface: 'ring', title: () => text('tour.stack.title'), text: () => text('tour.stack.text') },
  { anchor: 'land', surface: 'land', title: () => text('tour.land.title'), text: () => text('tour.land.text') },
  { anchor: 'seats', surface: 'people', title: () => text('tour.seats.title'), text: () => text('tour.seats.text') },
  { anchor: 'action-bar', surface: 'ring', title: () => text('tour.rail.title'), text: () => text('tour.rail.text') },
]
