/** The drawings next to the rules of Vinci. */

import { illustrated } from '../../../board/part.svelte'
import Drawing from './Drawing.svelte'
import { drawings } from './drawings'
import { caption } from './captions'

export const illustrations = illustrated(drawings, Drawing, caption)
