/**
 * What a page needs before it is first painted: the light and colours that were chosen here, and whether the page that
 * came from the service is in the right language. A script of its own, for which the browser waits: it must be small.
 */

import { hearPresses, isReady, notReady } from './browser/ready'
import { showKnownFonts } from './browser/fonts'
import { recall } from './browser/remember'

const root = document.documentElement
const dark = matchMedia('(prefers-color-scheme: dark)').matches
root.dataset['theme'] = recall('theme') ?? (dark ? 'dark' : 'light')
root.dataset['colours'] = recall('safe') === 'yes' ? 'safe' : 'standard'
showKnownFonts()
if (isReady()) {
  if ((recall('language') ?? root.lang) === root.lang) hearPresses()
  else notReady()
}
