/** The pictograms of game-icons.net as the client takes them: in whole units of their field of 512, which halves them. */

import collection from '@iconify-json/game-icons/icons.json' with { type: 'json' }
import svgpath from 'svgpath'

const { icons, width, height } = collection as {
  icons: Record<string, { body: string } | undefined>
  width: number
  height: number
}

/** An icon's SVG; undefined when there is none of that name. No pictogram is ever drawn so large that a unit is seen. */
export function gameIcon(name: string): string | undefined {
  const body = icons[name]?.body.replaceAll(/ d="([^"]+)"/g, (_, d: string) => ` d="${svgpath(d).round(0).toString()}"`)
  return body === undefined ? undefined : `<svg viewBox="0 0 ${width} ${height}">${body}</svg>`
}
