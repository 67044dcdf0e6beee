/** Names for members of the wire that the generated types spell out in place. */

import type { Create } from './generated'

export type Access = NonNullable<Create['access']>
export type ChatAccess = NonNullable<Create['chat']>
export type Watch = NonNullable<Create['watch']>
