/** What the parts of the board share: the position, what is aimed at, and how pieces will move. */

import { sameMove } from '../../../state/table/moves'
import { equal } from '../../../wire/patch'
import type { GameMove } from '../../../wire/generated'
import type { BoardNow, MainAction } from '../../../board/contract'
import type { Given } from '../../../board/part.svelte'
import {
  type ChoosablePair,
  conquers,
  gatherable,
  isOpen,
  numberIn,
  pairsOf,
  partsOf,
  provinceOf,
  type Target,
  targetsOf,
  type Way,
  wayTo,
} from './model'
import { PROVINCES, type Province, type Terrain, TERRAINS_1, type Tile } from '../data.generated'
import type { Land, Marks, ProvinceMark } from './map/marks'
import { handOf, type Holding, held, isFirst, type Player, playerOf, type Position, positionOf } from './position'
import { defence, keepsGarrisons, printedOf } from './effects'
import { fallenIn } from './fallen'
import { nearest } from './map/spots'
import { letter } from './roman'
import { say } from './say'
import { differs, moved, movesOf, type Plan, regrouping, sharedOut, surviving, type Wish } from './regroup'

/** From how many missing pieces on a province is not shown as too expensive, but left alone. */
const NEAR = 4

export class Board {
  /** The province under the pointer or the focus, and the one that was touched. */
  private pointed = $state<string | undefined>()
  private touched = $state<string | undefined>()
  /** The pair that is pointed at. */
  private hinted = $state<string | undefined>()
  /** How the reader wishes to have the pieces, and for which decision. */
  private wished = $state.raw<{ for: string; wish: Wish }>({ for: '', wish: {} })
  /** Moves that are made one after the other. */
  private queue = $state.raw<readonly GameMove[]>([])
  /** The position in which the next move of the queue was tried. */
  private sent: string | undefined

  constructor(private readonly given: () => Given<BoardNow>) {}

  readonly props = $derived.by(() => this.given())
  readonly position = $derived.by((): Position => positionOf(this.props.game))
  /** What lies where, a frame sooner. */
  readonly lying = $derived.by((): Position => positionOf(this.props.lying))
  readonly step = $derived.by(() => this.position.step)
  readonly mine = $derived.by(() => this.props.people.mine)
  /** The seat whose empire is shown: yours, or for spectators the one they look at or that acts. */
  readonly seat = $derived.by((): number => this.mine ?? this.props.looking ?? this.position.turn?.seat ?? 0)
  readonly player = $derived.by((): Player | undefined => playerOf(this.position, this.seat))
  readonly mayAct = $derived.by(() => this.props.legal.length > 0)
  readonly own = $derived.by(() => held(this.position, this.seat))
  readonly ruins = $derived.by(() => held(this.position, this.seat, true))
  readonly hand = $derived.by(() => handOf(this.position, this.seat))

  // --- conquest -------------------------------------------------------------------------------------------------

  readonly targets = $derived.by(() => targetsOf(this.position, this.props.offers, this.props.legal))
  readonly gatherable = $derived.by(() => gatherable(this.props.legal))
  /** The province of the bill. */
  readonly aim = $derived.by((): string | undefined => {
    const chosen = provinceOf(this.props.chosen)
    const conquered = this.props.chosen !== undefined && conquers(this.props.chosen) ? chosen : undefined
    return this.pointed ?? conquered ?? this.touched
  })
  readonly target = $derived.by((): Target | undefined =>
    this.aim === undefined ? undefined : this.targets.get(this.aim),
  )
  /** The province that the next press of the main button conquers. */
  readonly chosen = $derived.by((): string | undefined => provinceOf(this.props.chosen))

  /** Which way a province would be conquered: the chosen one, else the one that a press takes. */
  wayOf(target: Target): Way {
    const { spied } = target
    return spied !== undefined && this.isChosen(spied.move)
      ? spied
      : this.isChosen(target.move)
        ? target
        : wayTo(target)
  }

  /** Choose a move without making it, also if it is chosen already. */
  choose(move: GameMove): void {
    if (!this.isChosen(move)) this.props.table.choose(move)
  }

  /** The players with whom a treaty may be made. */
  readonly treaties = $derived.by(() => this.props.legal.filter(({ type }) => type === 'make_treaty'))
  readonly endConquest = $derived.by(() => this.props.legal.find(({ type }) => type === 'end_conquest'))
  readonly decline = $derived.by(() => this.props.legal.find(({ type }) => type === 'decline'))
  readonly declining = $derived.by(() => this.props.chosen?.type === 'decline')

  // --- civilizations --------------------------------------------------------------------------------------------

  readonly pairs = $derived.by(() => pairsOf(this.position, this.props.offers, this.props.legal))
  /** You choose a civilization now. */
  readonly choosing = $derived.by(() => this.step === 'choose' && this.mayAct)
  readonly pair = $derived.by((): ChoosablePair | undefined => {
    const chosen = this.props.chosen
    const number = chosen?.type === 'choose_pair' ? numberIn(chosen, 'pair') : 0
    return this.pairs.find(({ id }) => id === this.hinted) ?? this.pairs.find((pair) => pair.number === number)
  })

  pressPair(id: string): void {
    const pair = this.pairs.find((each) => each.id === id)
    if (pair?.move !== undefined) this.props.table.choose(pair.move)
    else if (pair?.refusal !== undefined) this.refuse(`pair:${pair.number}`, pair.refusal)
  }
  pointPair(id: string | undefined): void {
    this.hinted = id
    this.consider(this.pairs.find((pair) => pair.id === id)?.move)
  }

  // --- a split empire -------------------------------------------------------------------------------------------

  readonly parts = $derived.by(() => partsOf(this.position, this.props.legal))

  // --- pieces on their way --------------------------------------------------------------------------------------

  /** One distributes pieces now. */
  readonly distributing = $derived.by((): 'regroup' | 'survive' | undefined =>
    this.mayAct && (this.step === 'regroup' || this.step === 'survive') ? this.step : undefined,
  )
  private readonly decision = $derived.by(() => `${this.step} ${this.position.round} ${this.position.turn?.seat}`)
  private readonly wish = $derived.by((): Wish => (this.wished.for === this.decision ? this.wished.wish : {}))
  readonly plan = $derived.by((): Plan | undefined => {
    if (this.distributing === undefined) return undefined
    return (this.distributing === 'regroup' ? regrouping : surviving)(this.position, this.seat, this.wish)
  })
  /** The provinces that fell, while their survivors are placed. */
  readonly fallen = $derived.by((): readonly string[] => {
    const attacker = this.position.turn?.seat
    if (this.distributing !== 'survive' || attacker === undefined) return []
    return fallenIn(this.props.history, attacker, this.seat)
  })
  /** Moves are being made one after the other. */
  readonly underway = $derived.by(() => this.queue.length > 0)

  shift(province: string, by: 1 | -1): void {
    if (this.plan === undefined || this.underway) return
    this.wished = { for: this.decision, wish: moved(this.plan, this.wish, province, by) }
  }
  /** Take a piece away: from what is wished, or up into the hand before the first conquest. */
  take(province: string): void {
    if (this.distributing !== undefined) this.shift(province, -1)
    else if (this.gatherable.has(province) && !this.underway) this.inTurn([{ type: 'gather', province, pieces: 1 }])
  }
  /** How the pieces would be shared out; undefined: they lie so. */
  readonly shared = $derived.by((): Wish | undefined => {
    if (this.plan === undefined) return undefined
    const wish = sharedOut(this.position, this.seat, this.gatheredUp(this.plan), this.defence)
    return differs(this.plan, wish) ? wish : undefined
  })
  shareOut(): void {
    if (this.shared !== undefined && !this.underway) this.wished = { for: this.decision, wish: this.shared }
  }
  /** With nothing in hand everything that can be spared is shared out again. */
  private gatheredUp(plan: Plan): Plan {
    if (plan.hand > 0 || this.distributing !== 'regroup') return plan
    const wish = Object.fromEntries(plan.rows.map(({ province, then, less }) => [province, less ? 1 : then]))
    return regrouping(this.position, this.seat, wish)
  }
  forgetWish(): void {
    this.wished = { for: '', wish: {} }
  }
  /** Carry out what is wished. */
  carryOut(): void {
    if (this.plan === undefined || this.distributing === undefined || this.underway) return
    this.inTurn(movesOf(this.plan, this.distributing))
  }
  /** What the main button does while pieces are distributed; undefined: nothing that was changed. */
  readonly action = $derived.by((): MainAction | undefined => {
    const { plan, distributing, underway } = this
    if (plan === undefined) return undefined
    const { hand, changed, sound } = plan
    const surviving = distributing === 'survive'
    const wanting = (label: string): MainAction => ({ label, disabled: true, run: () => undefined })
    if (hand > 0 && (surviving || !changed)) return wanting(say('hand.left', { count: hand }))
    if (!changed) return sound ? undefined : wanting(say('regroup.fill'))
    const label = say(surviving ? 'survive.do' : 'regroup.do')
    return { label, disabled: !sound || underway, run: () => this.carryOut() }
  })
  /** Where a fort may be built, once the pieces lie. */
  readonly forts = $derived.by((): ReadonlyMap<string, GameMove> => {
    if (this.plan === undefined || this.plan.hand > 0 || this.plan.changed) return new Map()
    const moves = this.props.legal.filter(({ type }) => type === 'build_fort')
    return new Map(moves.map((move) => [provinceOf(move) ?? '', move]))
  })
  readonly defence = (province: string, pieces: number): number => defence(this.position, this.seat, province, pieces)

  /** The pieces to be shown in a province: as wished where they are being distributed. */
  piecesAt(province: string): number {
    const row = this.plan?.rows.find((each) => each.province === province)
    const holding = this.position.land[province]
    return row?.then ?? (holding?.pieces ?? 0) + (holding?.levies ?? 0)
  }

  // --- making moves ---------------------------------------------------------------------------------------------

  /** Make moves one after the other, each in the position that the last one led to. */
  inTurn(moves: readonly GameMove[]): void {
    this.queue = [...this.queue, ...moves]
    this.goOn()
  }

  /**
   * Make the next move, once the last one has changed the position. While something is on its way nothing can be sent,
   * so this is tried again and again. A move that is no longer legal ends it.
   */
  goOn(): void {
    if (this.queue.length === 0 || this.props.legal.length === 0) return
    const { land, players, survivors, step } = this.position
    const here = JSON.stringify([step, land, players, survivors])
    if (this.sent !== undefined && this.sent !== here) this.queue = this.queue.slice(1)
    this.sent = undefined
    if (this.queue.length === 0) this.forgetWish()
    const [next] = this.queue
    const move = next === undefined ? undefined : sameMove(this.props.legal, next)
    if (move === undefined) {
      this.queue = []
      return
    }
    this.sent = here
    this.props.table.choose(move)
    if (this.props.chosen !== undefined && equal(this.props.chosen, move)) this.props.table.choose(move)
  }

  // --- the map --------------------------------------------------------------------------------------------------

  /** What can be done where, as the map shows it. */
  readonly marks = $derived.by((): Marks => {
    const marks: Partial<Record<Province, ProvinceMark>> = {}
    const add = (name: string, mark: ProvinceMark): void => {
      marks[name as Province] = { ...marks[name as Province], ...mark }
    }
    for (const name of Object.keys(this.position.land)) if (this.props.news(`land/${name}`)) add(name, { news: true })
    for (const name of this.props.lit) if (name in this.position.board.provinces) add(name, { spotlight: true })
    if (!this.mayAct) return marks
    for (const name of this.fallen) add(name, { news: true })
    for (const target of this.targets.values()) {
      const { province } = target
      const { cost, move, missing } = this.wayOf(target)
      if (province === this.chosen) add(province, { cost, chosen: true })
      else if (move !== undefined) add(province, { cost, reachable: true })
      else if (missing <= NEAR) add(province, { cost, tooExpensive: true })
    }
    this.parts.forEach(({ provinces, move }, at) => {
      const chosen = this.isChosen(move)
      for (const name of provinces) add(name, { part: letter(at), ...(chosen ? { chosen } : { reachable: true }) })
    })
    for (const { province, now, then, more, less } of this.plan?.rows ?? []) {
      if (more) add(province, { reachable: true, plus: true })
      if (less && then > now) add(province, { minus: true })
      if (then !== now) add(province, { change: then - now })
      const from = then > now ? nearest(this.fallen, province) : undefined
      if (from !== undefined) add(province, { from })
    }
    for (const [name, move] of this.forts) add(name, this.isChosen(move) ? { chosen: true } : { reachable: true })
    return marks
  })

  /** What lies where, with pieces as they are wished. */
  readonly land = $derived.by((): Land => {
    const { plan, position } = this
    if (this.declining) return this.declined
    if (plan === undefined || !plan.changed) return this.lying.land
    const land: Record<string, Holding> = { ...position.land }
    for (const { province, then } of plan.rows) {
      const holding = land[province]
      if (holding !== undefined) land[province] = { ...holding, pieces: then }
    }
    return land
  })
  /** The map as it will be after a decline. */
  private get declined(): Land {
    const { position, seat } = this
    const keeps = keepsGarrisons(position, this.player?.tiles ?? [])
    return Object.fromEntries(
      Object.entries(position.land).flatMap(([name, holding]): [string, Holding][] => {
        if (holding.seat !== seat) return [[name, holding]]
        if (holding.declined === true) return []
        return [[name, { ...holding, declined: true, pieces: keeps ? holding.pieces : 1 }]]
      }),
    )
  }

  isChosen(move: GameMove | undefined): boolean {
    return move !== undefined && this.props.chosen !== undefined && equal(move, this.props.chosen)
  }

  press(province: string): void {
    this.touched = province
    if (!this.mayAct) return
    const target = this.targets.get(province)
    if (this.step === 'expand') {
      const way = target === undefined ? undefined : this.wayOf(target)
      if (way?.move !== undefined) this.props.table.choose(way.move)
      else if (way?.refusal !== undefined) this.refuse(`land:${province}`, way.refusal)
    } else if (this.step === 'keep') {
      const part = this.parts.find(({ provinces }) => provinces.includes(province))
      if (part !== undefined) this.props.table.choose(part.move)
    } else if (this.forts.has(province)) this.props.table.choose(this.forts.get(province) as GameMove)
    else if (this.distributing !== undefined) this.shift(province, 1)
  }

  /** Aim at a province without choosing anything. */
  touch(province: string): void {
    this.touched = province
  }

  /** The provinces on which an enlarged map opens: what can be done, else yours. */
  readonly start = $derived.by((): readonly string[] => {
    if (this.step === 'choose' || this.position.round === 0) return []
    const within = [...this.targets.values()].filter(isOpen).map(({ province }) => province)
    const shown = this.mayAct && this.own.length > 0 ? [...this.own, ...within] : this.own
    return shown.length > 0 ? shown : within
  })

  /** Show what could be done in a province. */
  point(province: string | undefined): void {
    this.pointed = province
    const target = province === undefined ? undefined : this.targets.get(province)
    this.consider(target === undefined ? undefined : this.wayOf(target).move)
  }

  /** Say why a touched place cannot be chosen. */
  private refuse(anchor: string, refusal: NonNullable<Target['refusal']>): void {
    const { words } = this.props
    const text = words.refused(refusal.code, refusal.params ?? {}) ?? refusal.code
    this.props.table.refuse(anchor, [{ text, rule: refusal.rule }])
  }

  private consider(move: GameMove | undefined): void {
    this.props.table.preview(move)
  }

  /** Another position: what was touched is forgotten unless it can still be aimed at. */
  forget(): void {
    if (this.touched !== undefined && !this.targets.has(this.touched)) this.touched = undefined
    if (this.step !== 'expand') this.pointed = undefined
  }

  // --- names ----------------------------------------------------------------------------------------------------

  province(id: string): string {
    return this.props.words.name('province', id) ?? id
  }
  /** The name of a province that may be parted where the map parts it. */
  softly(id: string): string {
    const [first = '', ...rest] = PROVINCES[id as Province].lines
    return first.endsWith('-') ? `${first.slice(0, -1)}\u00AD${rest.join('')}` : this.province(id)
  }
  local(id: string): string {
    return this.props.words.name('local', id) ?? ''
  }
  tile(id: string): string {
    return this.props.words.name('tile', id) ?? id
  }
  /** What is printed on a tile, by the rules of the table. */
  printed(id: string): Tile {
    return printedOf(this.position, id)
  }
  /** The terrains that are others at this table than drawn. */
  readonly terrains = $derived.by((): Readonly<Partial<Record<Province, Terrain>>> =>
    isFirst(this.position) ? TERRAINS_1 : {},
  )
  person(seat: number): string {
    return this.props.people.seat(seat)
  }
  colour(seat: number): string {
    return this.props.players[seat]?.colour ?? ''
  }
}
