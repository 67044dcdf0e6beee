/** The picture of a link comes when somebody asks for it. */

import { Late } from '../../browser/late.svelte'

export const qrCode = new Late(() => import('../../ui/QrCode.svelte'))
