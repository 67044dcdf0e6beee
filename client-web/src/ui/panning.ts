/**
 * One finger or the mouse drags, two fingers pinch, the wheel pans and with Ctrl zooms. A movement shorter than a tap
 * slips remains a tap; after a drag the click that follows is swallowed.
 */

interface Point {
  x: number
  y: number
}

export interface Panning {
  /** Whether dragging does anything now. */
  larger: () => boolean
  pan: (by: Point) => void
  zoom: (factor: number, around: Point) => void
}

const SLIP = 8

export function panning({ larger, pan, zoom }: Panning): (box: HTMLElement) => () => void {
  return (box) => {
    const fingers = new Map<number, Point>()
    let start: Point | undefined
    let dragged = false

    const at = ({ clientX, clientY }: MouseEvent): Point => ({ x: clientX, y: clientY })
    const inside = ({ x, y }: Point): Point => {
      const { left, top } = box.getBoundingClientRect()
      return { x: x - left, y: y - top }
    }
    const spread = ([one, other]: Point[]): number =>
      one === undefined || other === undefined ? 1 : Math.hypot(one.x - other.x, one.y - other.y)

    function onpointerdown(event: PointerEvent): void {
      if (event.button !== 0) return
      if (fingers.size === 0) dragged = false
      fingers.set(event.pointerId, at(event))
      start = at(event)
    }
    function onpointermove(event: PointerEvent): void {
      const before = fingers.get(event.pointerId)
      if (before === undefined) return
      const now = at(event)
      if (fingers.size === 2) {
        const wide = spread([...fingers.values()])
        fingers.set(event.pointerId, now)
        const points = [...fingers.values()]
        const middle = {
          x: (points[0]?.x ?? 0) / 2 + (points[1]?.x ?? 0) / 2,
          y: (points[0]?.y ?? 0) / 2 + (points[1]?.y ?? 0) / 2,
        }
        dragged = true
        zoom(spread(points) / wide, inside(middle))
        return
      }
      if (!dragged) {
        if (!larger() || start === undefined || Math.hypot(now.x - start.x, now.y - start.y) < SLIP) return
        dragged = true
        // From here on the drag goes on outside of the box too.
        box.setPointerCapture(event.pointerId)
      }
      fingers.set(event.pointerId, now)
      pan({ x: now.x - before.x, y: now.y - before.y })
    }
    function onpointerup(event: PointerEvent): void {
      fingers.delete(event.pointerId)
    }
    function onclick(event: MouseEvent): void {
      if (!dragged) return
      dragged = false
      event.preventDefault()
      event.stopPropagation()
    }
    function onwheel(event: WheelEvent): void {
      if (event.ctrlKey) {
        event.preventDefault()
        zoom(Math.exp(-event.deltaY / 240), inside(at(event)))
      } else if (larger()) {
        event.preventDefault()
        pan({ x: -event.deltaX, y: -event.deltaY })
      }
    }
    box.addEventListener('pointerdown', onpointerdown)
    box.addEventListener('pointermove', onpointermove)
    box.addEventListener('pointerup', onpointerup)
    box.addEventListener('pointercancel', onpointerup)
    box.addEventListener('click', onclick, true)
    box.addEventListener('wheel', onwheel, { passive: false })
    return () => {
      box.removeEventListener('pointerdown', onpointerdown)
      box.removeEventListener('pointermove', onpointermove)
      box.removeEventListener('pointerup', onpointerup)
      box.removeEventListener('pointercancel', onpointerup)
      box.removeEventListener('click', onclick, true)
      box.removeEventListener('wheel', onwheel)
    }
  }
}
