/** Shows the gallery while somebody draws (`make gallery`), and builds it for the tests. The page is built without it. */

import { defineConfig } from 'vite'
import { compiling } from '../compiling'

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  cacheDir: '../node_modules/.vite-gallery',
  plugins: compiling(),
  // The words of a language are one value; a name for each would double them.
  json: { namedExports: false },
  server: {
    port: 5174,
    // Words lie beside the games and the service, which tell them too.
    fs: { allow: ['..', '../../engines/partie/games', '../../server/partie/features/narration'] },
  },
  build: {
    outDir: '../dist/gallery',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // It is fetched from the machine that it was built on.
    minify: false,
    reportCompressedSize: false,
  },
})
