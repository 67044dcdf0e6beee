/** What a first visit to the board of Wikinger points at. */

import type { TourStop } from '../../../board/contract'
import { text } from '../text'

export const tour: readonly TourStop[] = [
  { anchor: 'wheel', surface: 'wheel', title: () => text('tour.wheel.title'), text: () => text('tour.wheel.text') },
  { anchor: 'shield', surface: 'wheel', title: () => text('tour.price.title'), text: () => text('tour.price.text') },
  {
    ...{ anchor: 'islands', surface: 'islands' },
    ...{ title: () => text('tour.islands.title'), text: () => text('tour.islands.text') },
  },
  {
    ...{ anchor: 'coming:large', surface: 'islands' },
    ...{ title: () => text('tour.coming.title'), text: () => text('tour.coming.text') },
  },
  { anchor: 'seats', surface: 'people', title: () => text('tour.seats.title'), text: () => text('tour.seats.text') },
  { anchor: 'action-bar', surface: 'wheel', title: () => text('tour.rail.title'), text: () => text('tour.rail.text') },
]
