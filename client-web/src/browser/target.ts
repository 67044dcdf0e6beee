/** What an event is about, also within a shadow root: outside of it the event tells its host alone. */

export function targetOf(event: Event): Element {
  return (event.composedPath()[0] ?? event.target) as Element
}
