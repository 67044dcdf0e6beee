/** Keeps the lines of the history where their reader wants them: at their end, at the visited one, or where he scrolled. */

import { tick } from 'svelte'
import type { TableState } from '../../state/table/table'

/** Milliseconds a visit rests before the lines around it are fetched. */
const REST = 300

/** Pixels from the end that still are the end, and from the beginning at which older lines are fetched. */
const END = 40
const BEGINNING = 80

export class ListKeeper {
  private readonly state: () => TableState
  private readonly loadOlder: () => void
  /** Null once the panel is gone, which a frame or a page under way may outlive. */
  list = $state<HTMLElement | null>()
  private atEnd = true
  /** It is scrolled by the page itself: nobody left the end. */
  private own = false
  /** The visited line that was brought into sight, and whether it stays there. */
  private brought: number | undefined
  private held = false
  /** The reader looks at the past. */
  private back = false
  /** What had the focus when the reader returned from the past; it doesn't keep the list from following. */
  private left: Element | null = null

  /** To be made with the panel's component. */
  constructor(state: () => TableState, loadOlder: () => void) {
    this.state = state
    this.loadOlder = loadOlder
    $effect.pre(() => this.stay())
    $effect(() => this.show())
    $effect(() => this.fetchAround())
  }

  private readonly first = $derived.by(() => this.state().entries[0]?.seq)
  private readonly visited = $derived.by(() => this.state().visit?.seq)

  readonly onscroll = (): void => {
    const { list } = this
    if (!list || this.own) return
    this.atEnd = list.scrollHeight - list.scrollTop - list.clientHeight < END
    if (list.scrollTop < BEGINNING) this.loadOlder()
  }

  /** The reader looks elsewhere. */
  readonly release = (): void => {
    this.held = false
  }

  lineOf(seq: number): HTMLElement | undefined {
    return this.list?.querySelector<HTMLElement>(`[data-seq="${seq}"]`) ?? undefined
  }

  /**
   * Lines that come below are brought into sight, unless the reader has scrolled up, looks at the past, or stands on a
   * line with the keyboard, which would be out of sight then.
   */
  readonly follow = (lines: HTMLElement): (() => void) => {
    const observer = new ResizeObserver(() => {
      const { list, visited } = this
      if (visited !== undefined) {
        if (this.held) this.bring(visited)
      } else if (list && this.atEnd && !this.standsOn(lines.querySelector(':focus-visible'))) {
        this.scrollToEnd(list)
      }
    })
    observer.observe(lines)
    if (lines.parentElement !== null) observer.observe(lines.parentElement)
    return () => observer.disconnect()
  }

  /** Older pages that come above leave the reader where he is. */
  private stay(): void {
    const { list } = this
    const first = this.first ?? 0
    if (!list || first >= Number(list.dataset['first'] ?? 0)) return
    // Asked for only now: it lays out the page.
    const before = list.scrollHeight
    void tick().then(() => {
      if (this.list) this.list.scrollTop += this.list.scrollHeight - before
    })
  }

  /** The visited line comes into sight as soon as it is there, and stays there until the reader scrolls. */
  private show(): void {
    const { visited } = this
    if (visited === undefined) this.brought = undefined
    if (visited === undefined && this.back) this.toEnd()
    this.back = visited !== undefined
    const known = visited !== undefined && visited >= (this.first ?? Infinity)
    if (visited === undefined || !known || this.brought === visited) return
    this.brought = visited
    this.held = true
    void tick().then(() => {
      this.bring(visited)
      // Lines out of sight have a guessed height; now those around it have their own.
      requestAnimationFrame(() => this.bring(visited))
    })
  }

  /** Back in the present, the list follows it again, wherever it was scrolled to. */
  private toEnd(): void {
    this.atEnd = true
    this.left = document.activeElement
    void tick().then(() => {
      if (this.list && this.atEnd) this.scrollToEnd(this.list)
    })
  }

  private standsOn(line: Element | null): boolean {
    if (line !== this.left) this.left = null
    return line !== null && this.left === null
  }

  private scrollToEnd(list: HTMLElement): void {
    this.own = true
    list.scrollTop = list.scrollHeight
    // The scroll is reported at the beginning of the next frame.
    requestAnimationFrame(() => (this.own = false))
  }

  private bring(seq: number): void {
    const { list } = this
    const line = this.lineOf(seq)
    if (!list || line === undefined) return
    const [inside, around] = [line.getBoundingClientRect(), list.getBoundingClientRect()]
    if (inside.top >= around.top && inside.bottom <= around.bottom) return
    list.scrollTop += inside.top - around.top - Math.max(0, list.clientHeight - inside.height) / 2
  }

  /** The lines of a position that is visited for a while are fetched, page by page. */
  private fetchAround(): (() => void) | undefined {
    const { visited } = this
    if (visited === undefined || visited >= (this.first ?? 1) || !this.state().more) return undefined
    const timer = setTimeout(this.loadOlder, REST)
    return () => clearTimeout(timer)
  }
}
