/** What the parts of the board share: the position, what can be done where, what is considered and selected. */

import { offerFor } from '../../../state/table/moves'
import { equal } from '../../../wire/patch'
import type { GameMove, Offer } from '../../../wire/generated'
import { setting } from '../../../state/settings.svelte'
import type { BoardNow } from '../../../board/contract'
import type { Given } from '../../../board/part.svelte'
import { action } from './action'
import {
  columnsOf,
  type Space,
  spacesFor,
  spacesOf,
  holds,
  offerAt,
  placesOf,
  previewOf,
  type Preview,
  type Target,
  targetsOf,
  type Threat,
  threatAt,
  threatsOf,
  waysOf,
} from './model'
import { type Player, type Position, positionOf, whereOf } from './position'
import { say } from './say'

export type MarkState = 'rest' | 'legal' | 'chosen'

export class Board {
  /** The move that is pointed at. */
  private hinted = $state.raw<GameMove | undefined>()
  /** The target under the pointer or touched last, to explain it: it need not be possible. */
  private told = $state<string | undefined>()
  /** Where there are several ways, and choosing would make the move at once: they are shown first. */
  private opened = $state<string | undefined>()
  /** Buildings are seen without what stands on them. */
  bare = $state(false)

  constructor(private readonly given: () => Given<BoardNow>) {}

  readonly props = $derived.by(() => this.given())
  readonly position = $derived.by((): Position => positionOf(this.props.game))
  /** What lies where, a frame sooner. */
  readonly lying = $derived.by((): Position => positionOf(this.props.lying))
  /** The seat whose islands are shown. */
  readonly seat = $derived.by(
    (): number => this.props.looking ?? this.props.people.mine ?? this.position.turn?.seat ?? this.position.first,
  )
  readonly own = $derived.by((): boolean => this.seat === this.props.people.mine)
  readonly acting = $derived.by((): number | undefined => this.position.turn?.seat)
  readonly player = $derived.by((): Player | undefined => this.position.players[String(this.seat)])
  readonly lyingPlayer = $derived.by((): Player | undefined => this.lying.players[String(this.seat)])
  readonly me = $derived.by(
    (): Player | undefined => this.position.players[String(this.props.people.mine ?? this.seat)],
  )
  /** It is the shown land on which something can be done. */
  readonly mayAct = $derived.by((): boolean => this.props.legal.length > 0 && this.own)

  readonly targets = $derived.by(() => targetsOf(this.props.legal, this.props.offers))
  readonly spaces = $derived.by((): readonly Space[] => spacesOf(this.position, this.props.legal, this.props.offers))
  /** The same as it lies, to be drawn. */
  readonly lyingSpaces = $derived.by(() => spacesOf(this.lying, this.props.legal, this.props.offers))
  readonly considered = $derived.by((): GameMove | undefined =>
    this.hinted !== undefined && this.props.legal.includes(this.hinted) ? this.hinted : this.props.chosen,
  )
  readonly offer = $derived.by((): Offer | undefined =>
    this.considered === undefined ? undefined : offerFor(this.props.offers, this.considered),
  )
  /** The space to explain: the one under the pointer, else the considered one. */
  readonly space = $derived.by((): Space | undefined => {
    const pointed = this.spaces.find(({ id, empty }) => id === this.told && !empty)
    if (pointed !== undefined) return pointed
    const move = this.considered
    return move?.type === 'buy' ? this.spaces.find(({ number }) => number === move['field']) : undefined
  })

  /** The figures that the considered colour would bring to the wheel. */
  readonly coming = $derived.by(() => spacesFor(this.position, this.considered))

  readonly threats = $derived.by((): readonly Threat[] =>
    this.player === undefined ? [] : threatsOf(this.position, this.player.land),
  )
  readonly preview = $derived.by((): Preview | undefined =>
    this.mayAct && this.player !== undefined ? previewOf(this.position, this.player.land, this.considered) : undefined,
  )
  /** Where the considered combination would fit on your islands. */
  readonly ghosts = $derived.by(
    (): ReadonlySet<string> => new Set(this.own && this.considered?.type === 'buy' ? (placesOf(this.offer) ?? []) : []),
  )
  readonly columns = $derived.by((): number =>
    columnsOf(this.player?.land ?? {}, this.own ? [...this.ghosts, ...this.placesOf()] : []),
  )

  private placesOf(): readonly string[] {
    return [...this.targets].flatMap(([target, { main }]) =>
      main !== undefined && ['place', 'place_start', 'ferry', 'exchange'].includes(main.type) ? [target] : [],
    )
  }

  target(name: string): Target | undefined {
    return this.targets.get(name)
  }
  offerAt(name: string): Offer | undefined {
    return offerAt(this.props.offers, this.target(name))
  }
  mark(name: string): MarkState {
    const target = this.targets.get(name)
    if (holds(target, this.props.chosen)) return 'chosen'
    return target?.main === undefined ? 'rest' : 'legal'
  }

  /** Other ways to do what is chosen, such as leaving the figure on the mainland. */
  readonly ways = $derived.by((): readonly GameMove[] => {
    const { chosen } = this.props
    const target =
      this.opened === undefined
        ? [...this.targets.values()].find((each) => holds(each, chosen))
        : this.targets.get(this.opened)
    return waysOf(target)
  })

  /** Choose what a target does; where there are several ways, the chosen one once more. */
  press(name: string, anchor = name): void {
    const target = this.target(name)
    this.told = name
    if (target?.main === undefined) {
      this.props.table.refuse(anchor, this.barred(target))
      return
    }
    const { chosen } = this.props
    this.opened = setting('atonce') && this.opened !== name && waysOf(target).length > 0 ? name : undefined
    if (this.opened !== undefined) return
    const again = target.moves.find((move) => chosen !== undefined && equal(move, chosen))
    this.props.table.choose(again ?? target.main)
  }

  /** Why a target cannot be used. */
  barred(target: Target | undefined): readonly { text: string; rule: string }[] {
    const { words } = this.props
    return (target?.refused ?? []).slice(0, 1).map(({ refusal }) => ({
      text: words.refused(refusal?.code ?? '', refusal?.params ?? {}) ?? refusal?.code ?? '',
      rule: refusal?.rule ?? '',
    }))
  }

  /** Show what a target would do. */
  point(name: string | undefined): void {
    this.told = name
    const target = name === undefined ? undefined : this.target(name)
    this.consider(holds(target, this.props.chosen) ? this.props.chosen : target?.main)
  }
  consider(move: GameMove | undefined): void {
    if (move === this.hinted) return
    this.hinted = move
    this.props.table.preview(move)
  }
  forget(): void {
    this.hinted = undefined
    this.told = undefined
    this.opened = undefined
  }

  name(member: string, id: string): string {
    return this.props.words.name(member, id) ?? id
  }
  label(move: GameMove): string {
    return this.props.words.move(move)
  }
  /** A place in words: row and column, what lies and stands there, what threatens it, what can be done. */
  said(place: string): string {
    const { row, column } = whereOf(place)
    const spot = this.player?.land[place]
    const parts = [say('place', { row: this.name('row', row), column })]
    if (spot !== undefined) parts.push(this.name('tile', spot.tile))
    if (spot?.figure !== undefined) parts.push(this.name('figure', spot.figure))
    const threat = threatAt(this.position, this.threats, place)
    if (threat !== undefined) parts.push(say('place.threatened', { ship: this.name('tile', threat.tile) }))
    if (spot?.repelled !== undefined) parts.push(say(spot.repelled ? 'place.repelled' : 'place.threatens'))
    return [parts.join(', '), ...this.done(place)].join('. ')
  }
  /** What a place is chosen for, or would be, and what that brings. */
  private done(place: string): string[] {
    const target = this.own ? this.target(place) : undefined
    const { chosen, offers, words } = this.props
    const move = holds(target, chosen) ? chosen : target?.main
    if (move === undefined) return []
    const brings = (offerFor(offers, move)?.gain ?? []).filter(({ key }) => key !== 'gain_waits')
    return [action(this.props, move) ?? this.label(move), ...brings.map((line) => words.part(line))]
  }
}
