/** What a first visit to the board of Waters of Nereus points at. */

import type { TourStop } from '../../../board/contract'
import { text } from '../text'

export const tour: readonly TourStop[] = [
  { anchor: 'crew', surface: 'crew', title: () => text('tour.crew.title'), text: () => text('tour.crew.text') },
  { anchor: 'sea', surface: 'sea', title: () => text('tour.sea.title'), text: () => text('tour.sea.text') },
  { anchor: 'bag', surface: 'sea', title: () => text('tour.bag.title'), text: () => text('tour.bag.text') },
  { anchor: 'cabin', surface: 'cabin', title: () => text('tour.cabin.title'), text: () => text('tour.cabin.text') },
  { anchor: 'seats', surface: 'people', title: () => text('tour.seats.title'), text: () => text('tour.seats.text') },
  { anchor: 'action-bar', surface: 'crew', title: () => text('tour.rail.title'), text: () => text('tour.rail.text') },
]
