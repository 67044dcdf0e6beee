/** The frame's words in English, with those in which the service tells a history by itself. */

import told from '../../../server/partie/features/narration/words.en.json'
import own from './en.json'

export default { ...own, ...told }
