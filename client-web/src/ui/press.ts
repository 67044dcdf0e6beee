/** A finger that rests on something asks what it is; the click that follows does nothing more. */

/** Milliseconds that it rests, and pixels that it may slip. */
const LONG = 450
const SLIP = 10

/** One finger rests at a time: another one, wherever it comes down, begins something else. */
let stopLast: () => void = () => undefined
/** Of nested elements, the innermost is meant. */
let taken: Event | undefined

export function longPress(onpress: (at: Element) => void): (element: HTMLElement) => () => void {
  return (element) => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let from: PointerEvent | undefined

    function stop(): void {
      clearTimeout(timer)
    }
    function onpointerdown(event: PointerEvent): void {
      if (event === taken) return
      taken = event
      stopLast()
      if (event.pointerType === 'mouse' || !event.isPrimary) return
      stopLast = stop
      from = event
      timer = setTimeout(() => {
        swallow()
        // What opens gives the focus back to where it was.
        element.focus({ preventScroll: true })
        onpress(event.target as Element)
      }, LONG)
    }
    function onpointermove(event: PointerEvent): void {
      if (from !== undefined && Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) > SLIP) stop()
    }
    function oncontextmenu(event: MouseEvent): void {
      if (from !== undefined) event.preventDefault()
    }
    const handlers = {
      pointermove: onpointermove,
      pointerup: stop,
      pointercancel: stop,
      pointerleave: stop,
      lostpointercapture: stop,
    }
    element.addEventListener('pointerdown', onpointerdown)
    element.addEventListener('contextmenu', oncontextmenu)
    for (const [name, handler] of Object.entries(handlers)) element.addEventListener(name, handler as EventListener)
    return () => {
      stop()
      element.removeEventListener('pointerdown', onpointerdown)
      element.removeEventListener('contextmenu', oncontextmenu)
      for (const [name, handler] of Object.entries(handlers))
        element.removeEventListener(name, handler as EventListener)
    }
  }
}

/** Take away the click of the finger that is down, wherever it lands: on what has opened under it, too. */
function swallow(): void {
  function onclick(event: MouseEvent): void {
    event.preventDefault()
    event.stopImmediatePropagation()
    done()
  }
  function done(): void {
    removeEventListener('click', onclick, true)
    removeEventListener('pointerdown', done, true)
  }
  addEventListener('click', onclick, true)
  addEventListener('pointerdown', done, true)
}
