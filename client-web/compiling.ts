/** How components and icons become JavaScript, wherever they are built. */

import { svelte } from '@sveltejs/vite-plugin-svelte'
import icons from 'unplugin-icons/vite'
import type { PluginOption } from 'vite'
import { gameIcon, smallIcon } from './game-icons'

export function compiling(): PluginOption[] {
  return [svelte({ configFile: `${import.meta.dirname}/svelte.config.js` }), pictograms()]
}

/** Icons as components, and as their text where that is asked for. */
export function pictograms(): PluginOption {
  return icons({
    compiler: 'svelte',
    scale: 1,
    customCollections: { 'game-icons': gameIcon, 'small-icons': smallIcon },
    // What an icon means is said by what it stands on.
    iconCustomizer: (_collection, _icon, props) => {
      props['aria-hidden'] = 'true'
    },
  })
}
