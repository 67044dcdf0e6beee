/** What the parts of the board share: the position, what can be done where, what is pointed at and selected. */

import { equal } from '../../../wire/patch'
import { known } from '../../../ui/disc'
import type { MarkState } from '../../../ui/Mark.svelte'
import type { GameMove, Offer } from '../../../wire/generated'
import type { BoardNow } from '../../../board/contract'
import type { Given } from '../../../board/part.svelte'
import { offerFor } from '../../../state/table/moves'
import { action, describe, type Subject, type Told, whyNot } from './describe'
import { loose, onlySells, others, places, spotsOf, type Spot, walksFrom } from './model'
import { cellOf, positionOf, type Player, type Position } from './position'
import { own } from '../spoken/own'
import { type Speech, speechOf, type Teller } from '../spoken/teller'

export class Board {
  /** The spot whose further choices are shown. */
  selected = $state<string | undefined>()
  private wandering = $state(false)
  /** What the pointer or the focus is on, and what was last explained. */
  private pointed = $state.raw<Subject | undefined>()
  private explained = $state.raw<Subject | undefined>()
  /** The panel as a sheet, where it has no place of its own. */
  sheet = $state(false)

  constructor(private readonly given: () => Given<BoardNow>) {}

  readonly props = $derived.by(() => this.given())
  readonly position = $derived.by((): Position => positionOf(this.props.game))
  /** What lies where, a frame sooner. */
  readonly lying = $derived.by((): Position => positionOf(this.props.lying))
  /** The words alone: they stay while positions come and go. */
  readonly speech = $derived.by((): Speech => {
    const { words, people } = this.props
    return speechOf({ words, own: own.now, people })
  })
  readonly teller = $derived.by((): Teller => {
    const { game, legal, offers } = this.props
    return { ...this.speech, game: game ?? {}, legal, offers }
  })
  /** The seat whose land is shown large. */
  readonly seat = $derived.by(
    (): number => this.props.looking ?? this.props.people.mine ?? this.position.turn?.seat ?? 0,
  )
  readonly player = $derived.by((): Player | undefined => this.position.players[String(this.seat)])
  readonly acting = $derived.by((): number | undefined => this.position.turn?.seat)
  /** It is the shown land on which something can be done. */
  readonly mayAct = $derived.by((): boolean => this.props.legal.length > 0 && this.seat === this.acting)

  readonly walking = $derived.by((): string | undefined => {
    const tile = this.selected?.startsWith('tile:') ? this.selected.slice(5) : undefined
    if (tile === undefined || walksFrom(this.props.legal, tile).length === 0) return undefined
    const main = this.resting.get(`tile:${tile}`)?.main
    return main === undefined || this.wandering ? tile : undefined
  })
  private readonly resting = $derived.by(() => spotsOf(this.position, this.props.legal, this.props.offers))
  readonly spots = $derived.by(() =>
    this.walking === undefined
      ? this.resting
      : spotsOf(this.position, this.props.legal, this.props.offers, this.walking),
  )
  /** The move that is pointed at. */
  private hinted = $state.raw<GameMove | undefined>()
  readonly considered = $derived.by((): GameMove | undefined =>
    this.hinted !== undefined && this.props.legal.includes(this.hinted) ? this.hinted : this.props.chosen,
  )
  readonly offer = $derived.by((): Offer | undefined =>
    this.considered === undefined ? undefined : offerFor(this.props.offers, this.considered),
  )
  /** Where the considered tile may lie. */
  readonly ghosts = $derived.by(() => (this.considered?.type === 'take' ? places(this.offer) : []))
  /** Choices apart from the spots, and further ones on the selected spot. */
  readonly loose = $derived.by(() => (this.mayAct ? loose(this.position, this.props.legal) : []))
  readonly more = $derived.by(() => others(this.spotOf(this.selected)).filter((move) => !this.loose.includes(move)))
  readonly canWalk = $derived.by(
    () => this.selected !== undefined && walksFrom(this.props.legal, this.selected.slice(5)).length > 0,
  )

  spotOf(name: string | undefined): Spot | undefined {
    return name === undefined ? undefined : this.spots.get(name)
  }

  /** How a spot is marked. */
  mark(name: string): MarkState {
    const spot = this.spots.get(name)
    const { chosen } = this.props
    if (spot === undefined) return 'rest'
    if (chosen !== undefined && spot.moves.some((move) => move === chosen && move.type !== 'walk')) return 'chosen'
    if (chosen !== undefined && spot.main !== undefined && equal(chosen, spot.main)) return 'chosen'
    if (this.walking !== undefined && name === this.selected) return 'chosen'
    // Selling alone is no reason to light a tile, as it can always be done; unless there is nothing else to do.
    const { legal } = this.props
    if (spot.main !== undefined || spot.moves.some((move) => move.type !== 'sell' || onlySells(legal))) return 'legal'
    return spot.locked === undefined ? 'rest' : 'locked'
  }

  /** Choose a spot: what it does at once is chosen, everything else is shown next to it. */
  press(name: string, subject: Subject): void {
    const spot = this.spotOf(name)
    this.explained = subject
    if (this.mark(name) === 'locked') this.props.table.refuse(name, whyNot(spot, this.teller))
    if (spot?.main !== undefined) {
      const { main } = spot
      if (!this.walking) this.select(name)
      this.props.table.choose(main)
    } else if (this.selected === name) this.select(undefined)
    else if (spot !== undefined && spot.moves.length > 0) this.select(name)
    else this.select(undefined)
  }

  select(name: string | undefined): void {
    this.selected = name
    this.wandering = false
  }

  wander(to: boolean): void {
    if (to) this.wandering = true
    else this.select(undefined)
  }

  /** Show what a spot or a thing is, and what it would do. */
  point(subject: Subject | undefined, name?: string): void {
    this.pointed = subject
    this.consider(this.spotOf(name)?.main)
  }

  consider(move: GameMove | undefined): void {
    if (move === this.hinted) return
    this.hinted = move
    this.props.table.preview(move)
  }

  /** Keep a thing in the panel, and show the panel where it is a sheet. */
  explain(subject: Subject, sheet = false): void {
    this.explained = subject
    const name = nameOf(subject)
    if (sheet) this.sheet = true
    else if (name !== undefined && this.mark(name) === 'locked') {
      this.props.table.refuse(name, whyNot(this.spotOf(name), this.teller))
    }
  }

  readonly subject = $derived.by((): Subject => this.pointed ?? this.explained ?? this.present)
  /** What there is to say while nobody points at anything: the tile of this turn, or what is left. */
  private readonly present = $derived.by((): Subject => {
    const { turn } = this.position
    const tile = turn?.paying ?? turn?.hand ?? turn?.laid
    if (tile === undefined) return { is: this.position.step === 'over' ? 'scoring' : 'stack' }
    return turn !== undefined && turn.hand === undefined ? { is: 'tile', tile, seat: turn.seat } : { is: 'tile', tile }
  })
  readonly told = $derived.by((): Told => {
    const name = nameOf(this.subject)
    const spot = this.spotOf(name)
    // Other refusals count once somebody asks for their reason.
    const quiet = spot !== undefined && spot.locked === undefined && name !== this.selected && spot.moves.length === 0
    return describe(this.subject, this.teller, quiet ? { ...spot, refused: [] } : spot)
  })

  action(name: string): string {
    const spot = this.spotOf(name)
    return spot === undefined ? '' : action(spot, this.teller)
  }

  colour(seat: number): string {
    return known(this.props.players[seat]?.colour ?? '')
  }

  lit(id: string): boolean {
    return this.props.lit.has(id)
  }

  /** The corner of what just happened, or its ring while a line of the history points at it. */
  fresh(path: string, id: string): 'corner' | 'ring' | undefined {
    if (this.lit(id)) return 'ring'
    return this.props.news(path) ? 'corner' : undefined
  }

  /** A new decision: what was selected for the last one is forgotten, and so is what was explained. */
  forget(): void {
    const kept = this.selected?.startsWith('tile:') === true && this.canWalk && this.walking !== undefined
    if (!kept || cellOf(this.player, this.selected?.slice(5) ?? '') === undefined) this.select(undefined)
    this.explained = undefined
    this.hinted = undefined
  }
}

/** The spot of what is pointed at. */
export function nameOf(subject: Subject): string | undefined {
  if (subject.is === 'tile') return `tile:${subject.tile}`
  if (subject.is === 'cell') return `cell:${subject.cell}`
  if (subject.is === 'row') return `row:${subject.good}`
  return subject.is === 'figure' && subject.key === 'chieftains' ? 'chieftains' : undefined
}
