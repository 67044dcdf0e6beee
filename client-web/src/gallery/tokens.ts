/** The colours of all games' pieces: the gallery shows these without their boards. */

import.meta.glob('../games/*/tokens.css', { eager: true })
