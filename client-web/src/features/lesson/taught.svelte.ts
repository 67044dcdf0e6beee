/** The lesson at a table, if it is one: what it says now, and which moves it leaves open. */

import { untrack } from 'svelte'
import { persist } from '../../browser/persist'
import { remember } from '../../browser/remember'
import { language, worded } from '../../i18n/i18n.svelte'
import { ApiError, call } from '../../net/api'
import type { Offer, GameMove } from '../../wire/generated'
import { keepEnd, wasLeft } from './kept'
import { card } from './late'
import { type Lesson, type Made, type Script, fitting, lessonAt } from './script'

/** What is read of a table. */
interface Table {
  readonly table: string
  /** Now, and at the position that is shown. */
  readonly info: { readonly game: string; readonly phase: string; readonly lesson?: Made | undefined } | undefined
  readonly then: { readonly lesson?: Made | undefined } | undefined
  readonly mySeat: { readonly seat: number } | undefined
}

const NO_MOVES: readonly GameMove[] = []
const NO_LIGHTS: readonly string[] = []
const NO_SUCH_LESSON = 404

export class Taught {
  private readonly model: Table
  private script = $state.raw<Script | undefined>()
  private missing = $state(false)
  private left = $state(false)

  constructor(model: Table) {
    this.model = model
    this.left = wasLeft(model.table)
  }

  /** Fetch what the lesson says, in the reader's language. To be called with the page's component. */
  keep(): void {
    $effect(() => {
      if (this.now?.is === 'done') untrack(() => this.finished())
      // Another move was made instead, from another device or by a bot.
      else if ((this.made?.made ?? 0) < 0) keepEnd(this.model.table, 'done')
    })
    $effect(() => {
      const game = this.runs ? this.model.info?.game : undefined
      if (game === undefined) return
      const wanted = language()
      const load = async (): Promise<Script | undefined> => {
        try {
          return await call<Script>('GET', `/api/games/${encodeURIComponent(game)}/lesson.${wanted}.json`)
        } catch (trouble) {
          if (trouble instanceof ApiError && trouble.status === NO_SUCH_LESSON) return undefined
          throw trouble
        }
      }
      void untrack(() => card.fetch())
      return persist(
        () => worded(load()),
        (script) => {
          this.script = script
          this.missing = script === undefined
        },
      )
    })
  }

  /** A lesson to its end shows what a first visit would. */
  private finished(): void {
    const game = this.model.info?.game
    if (game !== undefined) remember(`tour.${game}`, 'shown')
    keepEnd(this.model.table, 'done')
  }

  private readonly made = $derived.by(() => (this.left ? undefined : this.model.info?.lesson))
  /** The table is a lesson, and nobody has left it. */
  readonly runs = $derived.by(
    () =>
      this.made !== undefined &&
      this.made.made >= 0 &&
      this.model.info?.phase === 'running' &&
      this.model.mySeat !== undefined &&
      !this.missing,
  )
  /** There are moves of the lesson to come. */
  readonly leads = $derived.by(() => this.runs && this.made !== undefined && this.made.made < this.made.moves)

  /** It is not known yet what it says. */
  readonly comes = $derived.by(() => this.leads && this.script === undefined)

  /** What the lesson says at the position that is shown. */
  readonly now = $derived.by((): Lesson | undefined => {
    const then = this.model.then?.lesson
    return !this.runs || this.script === undefined || then === undefined ? undefined : lessonAt(this.script, then)
  })

  readonly lights = $derived.by(() => {
    const { now } = this
    return now === undefined || now.is === 'done' ? NO_LIGHTS : now.lights
  })

  /** Those of the legal moves that the lesson leaves open: none until it is known. */
  open(legal: readonly GameMove[]): readonly GameMove[] {
    const { script, made } = this
    const seat = this.model.mySeat?.seat
    if (!this.leads || made === undefined || seat === undefined) return legal
    return script === undefined ? NO_MOVES : fitting(script, made, seat, legal)
  }

  /** Those of the offers whose moves are open, and all that say why something cannot be done. */
  offered(offers: readonly Offer[], open: (move: GameMove) => boolean): readonly Offer[] {
    return this.leads ? offers.filter(({ move }) => move === undefined || open(move)) : offers
  }

  /** Play on without it. */
  readonly leave = (): void => {
    this.left = true
    keepEnd(this.model.table, 'left')
  }
}
