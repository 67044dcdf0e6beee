/** The pictograms of game-icons.net as the client takes them: in steps of a few units of their field of 512. */

import collection from '@iconify-json/game-icons/icons.json' with { type: 'json' }
import svgpath from 'svgpath'

const { icons, width, height } = collection as {
  icons: Record<string, { body: string } | undefined>
  width: number
  height: number
}

/** The same outline from step to step, which is less than half as long. */
function stepped(d: string, step: number): string {
  return svgpath(d)
    .scale(1 / step)
    .rel()
    .round(0)
    .scale(step)
    .toString()
}

function drawn(name: string, step: number): string | undefined {
  const body = icons[name]?.body.replaceAll(/ d="([^"]+)"/g, (_, d: string) => ` d="${stepped(d, step)}"`)
  return body === undefined ? undefined : `<svg viewBox="0 0 ${width} ${height}">${body}</svg>`
}

/** An icon's SVG; undefined when there is none of that name. No pictogram is ever drawn so large that a step is seen. */
export const gameIcon = (name: string): string | undefined => drawn(name, 2)

/** The same for what is never larger than 50 pixels: a step is a third of one. */
export const smallIcon = (name: string): string | undefined => drawn(name, 4)
