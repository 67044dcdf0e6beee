/** Pieces that mouse or finger carry from where they lie to a place that takes them. */

import { isStill } from '../../../motion/page'

export interface Carried {
  /** Whether something lies here that can be carried. */
  may: () => boolean
  lift: () => void
  /** What it is held over: the name of a place, or nothing. */
  over: (place: string | undefined) => void
  /** Let go; whether it stays there. */
  drop: (place: string | undefined) => boolean
}

/** Pixels that the hand moves before it carries. */
const FAR = 6
const BACK_MS = 160
/** How much larger the carried piece is: a finger does not hide it. */
const GROWN = 1.4

/** The place at a point of the page that takes something. */
function placeAt(x: number, y: number): string | undefined {
  for (const element of document.elementsFromPoint(x, y)) {
    const place = element.closest<HTMLElement>('[data-can][data-anchor]')
    if (place !== null) return place.dataset['anchor']
  }
  return undefined
}

/** The picture of a piece, above everything else. */
function pictureOf(element: HTMLElement): HTMLElement | undefined {
  const drawn = element.querySelector('svg')
  if (drawn === null) return undefined
  const box = drawn.getBoundingClientRect()
  const picture = document.createElement('div')
  const copy = drawn.cloneNode(true) as SVGElement
  copy.setAttribute('width', String(box.width * GROWN))
  copy.setAttribute('height', String(box.height * GROWN))
  picture.append(copy)
  picture.setAttribute('aria-hidden', 'true')
  Object.assign(picture.style, { position: 'fixed', left: '0', top: '0', zIndex: '900', pointerEvents: 'none' })
  document.body.append(picture)
  return picture
}

export function carry(how: Carried): (element: HTMLElement) => () => void {
  return (element) => {
    let from: PointerEvent | undefined
    let picture: HTMLElement | undefined
    let place: string | undefined
    let carrying = false

    function at({ clientX: x, clientY: y }: PointerEvent, { offsetWidth: width, offsetHeight: height }: HTMLElement) {
      return `translate(${x - width / 2}px, ${y - height / 2}px)`
    }
    function end(): void {
      for (const [name, handler] of later) removeEventListener(name, handler)
      from = undefined
      place = undefined
      carrying = false
      picture?.remove()
      picture = undefined
    }
    /** It goes back to where it was taken from. */
    function goBack(last: PointerEvent): void {
      const [gone, start] = [picture, from]
      if (gone === undefined || start === undefined || isStill()) return
      picture = undefined
      const way = [at(last, gone), at(start, gone)]
      gone.animate({ transform: way }, { duration: BACK_MS, easing: 'ease-out' }).finished.then(
        () => gone.remove(),
        () => gone.remove(),
      )
    }
    function onpointerdown(event: PointerEvent): void {
      end()
      if (!event.isPrimary || event.button !== 0 || !how.may()) return
      from = event
      // A quick hand has left the piece before it is heard to move.
      for (const [name, handler] of later) addEventListener(name, handler)
    }
    function onpointermove(event: PointerEvent): void {
      if (from === undefined || event.pointerId !== from.pointerId) return
      const far = Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY)
      if (!carrying && far < FAR) return
      if (!carrying) {
        carrying = true
        element.setPointerCapture(event.pointerId)
        picture = pictureOf(element)
        how.lift()
      }
      if (picture !== undefined) picture.style.transform = at(event, picture)
      const under = placeAt(event.clientX, event.clientY)
      if (under !== place) how.over(under)
      place = under
    }
    function onpointerup(event: PointerEvent): void {
      if (carrying) {
        swallowClick()
        if (!how.drop(placeAt(event.clientX, event.clientY))) goBack(event)
      }
      end()
    }
    function onpointercancel(event: PointerEvent): void {
      if (carrying) {
        how.drop(undefined)
        goBack(event)
      }
      end()
    }
    /** The click that follows is no choice of its own. */
    function swallowClick(): void {
      const stop = (event: MouseEvent): void => {
        event.preventDefault()
        event.stopImmediatePropagation()
      }
      addEventListener('click', stop, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', stop, { capture: true }))
    }

    const later = [
      ['pointermove', onpointermove],
      ['pointerup', onpointerup],
      ['pointercancel', onpointercancel],
    ] as const
    element.addEventListener('pointerdown', onpointerdown)
    return () => {
      end()
      element.removeEventListener('pointerdown', onpointerdown)
    }
  }
}
