/** The colours of all games' pieces: the gallery shows these without their boards. */

import.meta.glob('../../src/games/*/tokens.css', { eager: true })
