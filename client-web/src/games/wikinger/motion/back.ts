/** Everything that undone lines moved goes back in one step. */

import type { Carry, Place, Step, Times } from '../../../motion/steps'
import { spaceAt, FIGURES, figureAt, mainland, plate, TILES, type Told } from './told'

export function backwards(told: readonly Told[], times: Times): Step[] {
  const steps = new Map<string, Step>()
  const carry = (what: Carry['what'], from: Place, to: Place, sized: readonly string[]): void => {
    const common = { do: 'carry', at: 0, ms: times.step, sound: 'card' } as const
    steps.set(`${from[0] ?? ''} ${to[0] ?? ''}`, { ...common, what, from, to, sized })
  }
  for (const { key, seat, tile, figure, special, space, place } of told) {
    switch (key) {
      case 'bought':
        carry({ anchor: spaceAt(space), or: { piece: tile } }, [plate(seat)], [spaceAt(space)], TILES)
        carry({ anchor: figureAt(space), or: { piece: figure } }, [plate(seat)], [figureAt(space)], FIGURES)
        break
      case 'placed':
      case 'start_placed':
        carry({ piece: tile === '' ? 'start' : tile }, [`tile:${place}:${seat}`, plate(seat)], [plate(seat)], TILES)
        break
      case 'stands':
        carry({ piece: figure }, [`figure:${place}:${seat}`, plate(seat)], [plate(seat)], FIGURES)
        break
      case 'ferried':
        carry({ piece: figure }, [`figure:${place}:${seat}`, plate(seat)], mainland(figure, seat), FIGURES)
        break
      case 'took_special': {
        const to = [`special:${special}`, 'display', plate(seat)]
        carry({ piece: special }, [`special:${special}:${seat}`, plate(seat)], to, ['special:'])
        break
      }
    }
  }
  return [...steps.values()]
}
