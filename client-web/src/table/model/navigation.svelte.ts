/**
 * Which part of a table is shown where not all have room, and where the present decision is made.
 *
 * With every decision the page goes to where that is made, once; from there one may look around. It goes when what
 * led to the decision has been seen, where that was under way.
 */

import { untrack } from 'svelte'
import { MediaQuery } from 'svelte/reactivity'
import Others from '~icons/game-icons/meeple-group'
import Scroll from '~icons/game-icons/scroll-unfurled'
import Chat from '~icons/lucide/message-circle'
import { surfacesOf } from '../../board/surfaces'
import { afterPaint } from '../../browser/after'
import { t } from '../../i18n/i18n.svelte'
import { FOLDED, PHONE } from '../../browser/screens'
import { isStill } from '../../motion/page'
import type { TableModel } from './model.svelte'
import type { Action, ActionBarState } from './actionbar'
import { scrollIntoLit } from '../../browser/scrollinto'
import { findAll } from '../../browser/shadows'
import { beside } from '../../browser/swipe'
import { type Tab, shownTab } from './tabs'

export class Navigation {
  private readonly model: TableModel
  readonly narrow = new MediaQuery(PHONE)
  readonly wide = new MediaQuery('min-width: 1200px')
  readonly folded = new MediaQuery(FOLDED)
  /** The tab that was wished for. */
  private wished = $state('')
  /** The surface to which the page went by itself. */
  private went = $state('')
  /** Lines of the chat that are unread. */
  unread = $state(0)
  /** Where history and chat have one place: the chat has it. */
  private chatShown = $state(false)
  /** How high the row of the seats is where the board folds, in pixels. */
  seats = $state(62)
  /** How high the action bar and the tabs are, in pixels. */
  foot = $state(186)

  /** To be made with the page's component. */
  constructor(model: TableModel) {
    this.model = model
    model.showSurface = (surface) => this.show(surface)
    this.follow()
    this.scroll()
  }

  private readonly open = $derived.by(() => this.model.info?.phase === 'open')
  private readonly surfaces = $derived.by(() => {
    const playing = this.model.info?.phase === 'running' && this.model.mySeat !== undefined
    const { board } = this.model
    return board === undefined ? [] : surfacesOf(board, playing)
  })
  private readonly news = $derived.by(() => {
    const { state, newsAfter, mySeat } = this.model
    return state.entries.filter((entry) => entry.seq > Math.max(newsAfter + 1, 1) && entry.seat !== mySeat?.seat).length
  })
  readonly tabs = $derived.by((): Tab[] => {
    const { game, mySeat, boardWords } = this.model
    const history = { key: 'history', label: t('tab.history'), icon: Scroll, count: this.news }
    const chat = { key: 'chat', label: t('tab.chat'), icon: Chat, count: this.unread, said: t('tab.unread') }
    if (this.open) return [{ key: 'open', label: t('tab.seats'), icon: Others }, history, chat]
    const surfaces = this.surfaces.map(({ key, label, icon, badge }) => ({
      ...{ key, label: label(boardWords), icon },
      ...(game === undefined || mySeat === undefined ? {} : badge?.(game, mySeat.seat, boardWords)),
    }))
    return [...surfaces, { key: 'people', label: t('tab.people'), icon: Others }, history, chat]
  })
  /** Whether history and chat are shown. */
  readonly shows = $derived.by(() => ({
    history: this.surface === undefined ? !this.chatShown : this.surface === 'history',
    chat: this.surface === undefined ? this.chatShown : this.surface === 'chat',
  }))
  /** The tab that is shown; there is one always. */
  readonly shown = $derived.by(() => shownTab(this.tabs, this.wished))
  /** On narrow screens the one part that is shown; undefined where all have room. */
  readonly surface = $derived.by(() => (this.narrow.current ? this.shown : undefined))
  /** A part of the board is in sight. */
  readonly onBoard = $derived.by(
    () => this.surface === undefined || this.surfaces.some((each) => each.key === this.surface),
  )

  /** Where the present decision is made. */
  private readonly decided = $derived.by((): string | undefined => {
    const { game, turn, state, board, position, taught } = this.model
    // Before it is known what a lesson leaves open, nothing can be decided.
    if (game === undefined || turn?.must !== true || turn.seq !== state.seq || taught.comes) return undefined
    return board?.surfaceFor?.(position) ?? this.surfaces[0]?.key
  })
  private readonly place = $derived.by(() => (this.narrow.current ? this.decided : undefined))
  /** The way to where the decision is made, while something else is shown. */
  readonly home = $derived.by((): Action | undefined => {
    const { place } = this
    if (place === undefined || place === this.shown || this.model.moving) return undefined
    const back = this.surfaces.find(({ key }) => key === place)?.back
    const label = back?.(this.model.boardWords) ?? t('rail.home', { surface: this.named(place) })
    return { label, run: () => this.show(place) }
  })

  showChat(on: boolean): void {
    this.chatShown = on
  }
  show(key: string): void {
    this.wished = key
  }
  /** Show the board, or its first part where only one is shown. */
  showBoard(): void {
    this.wished = this.surfaces[0]?.key ?? this.wished
  }
  /** Show the area of a seat large, or yours again. */
  look(seat: number): void {
    const { model } = this
    const own = seat === model.mySeat?.seat
    model.look(own || (model.looking === seat && !this.narrow.current) ? undefined : seat)
    if (model.board?.areaSurface !== undefined) this.show(model.board.areaSurface)
  }
  step(by: -1 | 1): void {
    if (!this.narrow.current) return
    const keys = this.tabs.map((each) => each.key)
    this.wished = beside(keys, this.shown, by)
  }

  /** What the action bar says, with a word on where the page went by itself. */
  said(actionBar: ActionBarState): ActionBarState {
    const { went, shown, place, model } = this
    if (went === '' || went !== shown || place !== shown || model.choice.considered !== undefined) return actionBar
    return { ...actionBar, help: t('rail.went', { surface: this.named(went) }) }
  }
  private named(key: string): string {
    return this.tabs.find((each) => each.key === key)?.label ?? ''
  }

  private follow(): void {
    let wentFor = 0
    $effect(() => {
      const decisionToken = this.model.turn?.ask
      const { place } = this
      if (place === undefined || decisionToken === undefined || decisionToken === wentFor || this.model.moving) return
      const first = wentFor === 0
      wentFor = decisionToken
      untrack(() => {
        this.went = first || place === this.shown ? '' : place
        this.wished = place
      })
    })
  }

  /** Where the parts of the board lie below each other, the one where it is decided comes into sight, and what is lit. */
  private scroll(): void {
    let shownFor = 0
    $effect(() => {
      const decisionToken = this.model.turn?.ask
      const { decided } = this
      if (!this.folded.current || decided === undefined || decisionToken === undefined || decisionToken === shownFor)
        return
      const part = document.querySelector(`main [data-anchor="${decided}"]`)
      if (part === null) return
      shownFor = decisionToken
      const bring = (): void => {
        const places = findAll('[data-can]').map((each) => each.getBoundingClientRect())
        const lit = places.filter(({ height }) => height > 0)
        const by = scrollIntoLit(part.getBoundingClientRect(), lit, { top: 60, bottom: innerHeight - this.foot - 8 })
        if (by !== 0) scrollBy({ top: by, behavior: 'instant' })
      }
      // What flies measures where it lands; else it waits until the layout is known anyway.
      if (isStill()) afterPaint(bring)
      else untrack(bring)
    })
  }
}
