/** What the parts of the board share: the position, what can be done where, what is picked up and selected. */

import { offerFor } from '../../../state/table/moves'
import { equal } from '../../../wire/patch'
import { known } from '../../../ui/disc'
import type { GameMove, Offer } from '../../../wire/generated'
import type { BoardNow } from '../../../board/contract'
import type { Given } from '../../../board/part.svelte'
import { COLOURS, CREW, HOLDS, sideOf, type Colour, type Crew, type SideName } from '../data'
import { NEUTRAL } from '../pieces/owners'
import { completes, firstHeld, keepable, keepCount, keeping, reasons, type Spot, spotsOf } from './model'
import { type Player, type Position, positionOf } from './position'
import { say } from './say'

export type MarkState = 'rest' | 'legal' | 'chosen'

export class Board {
  /** The spot whose further choices are shown. */
  private selected = $state<string | undefined>()
  /** The spot of what somebody picked up. */
  private lifted = $state<string | undefined>()
  /** The science cards to keep, by their places in the hand, and the moves that they were picked for. */
  private picking = $state.raw<{ for: readonly GameMove[]; picked: readonly number[] }>({ for: [], picked: [] })
  /** The move and the crew member that are pointed at. */
  private hinted = $state.raw<GameMove | undefined>()
  pointed = $state<Crew | undefined>()

  constructor(private readonly given: () => Given<BoardNow>) {}

  readonly props = $derived.by(() => this.given())
  readonly position = $derived.by((): Position => positionOf(this.props.game))
  /** What lies where, a frame sooner. */
  readonly lying = $derived.by((): Position => positionOf(this.props.lying))
  readonly side = $derived.by((): SideName => sideOf(this.props.players.length))
  /** The seat whose cabin is shown. */
  readonly seat = $derived.by(
    (): number => this.props.looking ?? this.props.people.mine ?? this.position.turn?.seat ?? this.position.hourglass,
  )
  readonly own = $derived.by((): boolean => this.seat === this.props.people.mine)
  readonly player = $derived.by((): Player | undefined => this.position.players[String(this.seat)])
  readonly lyingPlayer = $derived.by((): Player | undefined => this.lying.players[String(this.seat)])
  private readonly me = $derived.by(
    (): Player | undefined => this.position.players[String(this.props.people.mine ?? this.seat)],
  )
  readonly mayAct = $derived.by((): boolean => this.props.legal.length > 0)
  /** Whether the turn on show is your own, from its first move to its last: only then the sun lights it. */
  readonly acts = $derived.by((): boolean => {
    const { past, people } = this.props
    const { step, turn } = this.position
    return !past && people.mine !== undefined && (step === 'crew' || turn?.seat === people.mine)
  })
  private laid: { seat: number; colours: readonly Colour[] } = { seat: -1, colours: [] }
  /** The colours in hand in the order in which they came. A place that is empty again stays so until the hand is. */
  readonly tray = $derived.by((): readonly Colour[] => {
    const { seat, player } = this
    const held = COLOURS.filter((colour) => (player?.hand[colour] ?? 0) > 0)
    const before = held.length > 0 && this.laid.seat === seat ? this.laid.colours : []
    this.laid = { seat, colours: [...before, ...held.filter((colour) => !before.includes(colour))] }
    return this.laid.colours
  })

  private readonly resting = $derived.by(() =>
    spotsOf(this.position, this.me, this.props.legal, this.props.offers, undefined),
  )
  /** The spot of what is picked up: by somebody, or because there is nothing else to do than to place it. */
  readonly held = $derived.by((): string | undefined => {
    if (this.lifted !== undefined && this.resting.get(this.lifted)?.picks === true) return this.lifted
    const first = this.selected === undefined ? firstHeld(this.props.legal) : undefined
    return first !== undefined && this.resting.has(first) ? first : undefined
  })
  readonly spots = $derived.by(() =>
    this.held === undefined
      ? this.resting
      : spotsOf(this.position, this.me, this.props.legal, this.props.offers, this.held),
  )
  readonly considered = $derived.by((): GameMove | undefined =>
    this.hinted !== undefined && this.props.legal.includes(this.hinted) ? this.hinted : this.props.chosen,
  )
  readonly offer = $derived.by((): Offer | undefined =>
    this.considered === undefined ? undefined : offerFor(this.props.offers, this.considered),
  )
  /** What the strip shows: all that can be done on the selected spot. */
  readonly more = $derived.by((): readonly GameMove[] => {
    const spot = this.spotOf(this.selected)
    if (spot === undefined || (spot.moves.length === 1 && spot.main !== undefined)) return []
    return spot.moves
  })
  /** Why nothing can be done at a spot. */
  why(name: string): readonly { text: string; rule: string }[] {
    return this.barred(this.spotOf(name))
  }
  private barred(spot: Spot | undefined): readonly { text: string; rule: string }[] {
    if (spot === undefined || spot.moves.length > 0 || spot.picks) return []
    const { words } = this.props
    return reasons(spot).map(({ refusal }) => ({
      text: words.refused(refusal?.code ?? '', refusal?.params ?? {}) ?? refusal?.code ?? '',
      rule: refusal?.rule ?? '',
    }))
  }

  spotOf(name: string | undefined): Spot | undefined {
    return name === undefined ? undefined : this.spots.get(name)
  }

  mark(name: string): MarkState {
    const spot = this.spots.get(name)
    if (spot === undefined) return 'rest'
    const { chosen } = this.props
    if (this.held === name) return 'chosen'
    if (chosen !== undefined && spot.moves.some((move) => equal(move, chosen))) return 'chosen'
    return spot.moves.length > 0 || spot.picks ? 'legal' : 'rest'
  }

  /** Choose a spot: what it does at once is chosen, everything else is shown next to it. */
  press(name: string): void {
    const spot = this.spotOf(name)
    this.props.table.refuse(name, this.barred(spot))
    if (spot?.main !== undefined) {
      // What is held stays so while its places are tried.
      if (this.held === undefined || spot.moves.length > 1) this.selected = name
      this.props.table.choose(spot.main)
    } else if (name === this.lifted) this.putBack()
    else if (spot?.picks === true) {
      this.lift(name)
      // A card that can be picked up is played onto the sea: where only one part is shown, it is the sea.
      const { surface, table } = this.props
      if (name.startsWith('card:') && surface !== undefined) table.go('sea')
    } else this.selected = this.selected === name || spot === undefined ? undefined : name
  }

  /** Whether something lies on a spot that has other places to go to. */
  canLift(name: string): boolean {
    return this.spotOf(name)?.picks === true
  }
  /** Whether somebody picked something up. */
  get lifting(): boolean {
    return this.lifted !== undefined && this.held === this.lifted
  }
  lift(name: string): void {
    this.lifted = name
    this.selected = name
  }
  putBack(): void {
    this.lifted = undefined
    this.selected = undefined
  }
  /** Let go of what is held over a spot; whether it stays there. A place that costs something is only chosen. */
  drop(name: string | undefined): boolean {
    const spot = name === this.held ? undefined : this.spotOf(name)
    this.point(undefined)
    if (spot?.main === undefined) {
      // Of several treasures of a space one has yet to be chosen.
      if (spot === undefined || spot.moves.length === 0) this.putBack()
      else this.selected = name
      return false
    }
    const { main } = spot
    const costs = (offerFor(this.props.offers, main)?.price ?? []).length > 0
    this.props.table.choose(main)
    if (!costs && this.props.chosen !== undefined && equal(this.props.chosen, main)) this.props.table.choose(main)
    return true
  }

  /** Show what a spot would do. */
  point(name: string | undefined): void {
    this.consider(this.spotOf(name)?.main)
  }

  consider(move: GameMove | undefined): void {
    if (move === this.hinted) return
    this.hinted = move
    this.props.table.preview(move)
  }

  /** Another decision: what was selected for the last one is forgotten, unless it is still there to be placed. */
  forget(): void {
    if (this.lifted === undefined || this.resting.get(this.lifted)?.picks !== true) this.lifted = undefined
    this.selected = this.lifted
    this.hinted = undefined
  }

  /** The number of science cards to keep now; 0: none. */
  readonly keeps = $derived.by(() => keepCount(this.props.legal))
  /** What others choose meanwhile changes the position and leaves what was picked. */
  private readonly picked = $derived.by(() => (equal(this.picking.for, this.props.legal) ? this.picking.picked : []))
  /** How many of them are picked. */
  readonly picks = $derived.by(() => this.picked.length)
  mayKeep(at: number, cards: readonly string[]): boolean {
    return keepable(this.props.legal, cards, at)
  }
  isPicked(at: number): boolean {
    return this.picked.includes(at)
  }
  /** Take a card of the hand among those that are kept, or put it back; with the last one the move is chosen. */
  pick(at: number, cards: readonly string[]): void {
    const rest = this.picked.filter((each) => each !== at)
    const picked = rest.length < this.picked.length ? rest : [...rest, at].slice(-this.keeps)
    this.picking = { for: this.props.legal, picked }
    const move = keeping(
      this.props.legal,
      picked.map((each) => cards[each] ?? ''),
    )
    if (move !== undefined && picked.length === this.keeps) this.props.table.choose(move)
  }

  /** The crew member who is chosen: just now, or in secret before. */
  readonly crew = $derived.by((): Crew | undefined => {
    const chosen = this.props.chosen?.['crew']
    const named = CREW.find((each) => each === chosen)
    const acting = this.position.step === 'offer' ? undefined : this.position.turn?.crew
    return named ?? (this.position.step === 'crew' ? this.me?.choice : acting)
  })

  /** What is held, by its name. */
  readonly holding = $derived.by((): string | undefined => {
    if (this.held?.startsWith('hand:')) return this.held.slice(5)
    if (this.held === 'slot:gems') return 'gem'
    const slot = this.held?.startsWith('slot:') ? this.held.slice(5) : undefined
    return slot === undefined ? undefined : this.filledAt(slot)
  })
  filledAt(slot: string): string | undefined {
    const { player } = this
    const all = [player?.chest, player?.storage, ...Object.values(player?.holds ?? {})]
    return all.map((slots) => slots?.[slot]).find((filled) => filled !== undefined && filled !== '')
  }

  /** The points of a hold that placing something on a spot completes. */
  gain(name: string): string | undefined {
    const main = this.spotOf(name)?.main
    const crew = main === undefined ? undefined : completes(offerFor(this.props.offers, main))
    return crew === undefined ? undefined : `+${HOLDS[crew as Crew].points}`
  }

  /** The colour of an owner: a seat's, or nobody's. */
  coat(owner: string | number): string {
    return owner === NEUTRAL ? NEUTRAL : known(this.props.players[Number(owner)]?.colour ?? '')
  }
  who(owner: string | number): string {
    return owner === NEUTRAL
      ? (this.props.words.name('owner', NEUTRAL) ?? NEUTRAL)
      : this.props.people.seat(Number(owner))
  }
  name(member: string, id: string): string {
    return this.props.words.name(member, id) ?? id
  }
  label(move: GameMove): string {
    return this.props.words.move(move)
  }
  /** The accessible name of a spot: what it is, and what it would do. */
  said(name: string, what: string): string {
    const spot = this.spotOf(name)
    if (spot?.main !== undefined) return `${what}. ${this.label(spot.main)}`
    if (this.held === name) return say('said.held', { what })
    if (spot?.picks === true) return say('said.picks', { what })
    const count = spot?.moves.length ?? 0
    return count > 0 ? say('said.several', { what, count }) : what
  }
}
