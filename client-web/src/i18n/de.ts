/** The frame's words in German, with those in which the service tells a history by itself. */

import told from '../../../server/partie/features/narration/words.de.json'
import own from './de.json'

export default { ...own, ...told }
