/** Tells one line after the other and remembers when the next one may begin. */

import type { Carry, Change, Drawn, Place, Sound, Step, Times } from '../../../motion/steps'
import { type Pair, type Position, positionOf } from '../board/position'
import { PROVINCES, type Province } from '../data.generated'
import { hand, land, on, pairAt, plate, score, type Told } from './told'

/** Between the things that are not told as one, between pieces of one kind, and between ruins that rise. */
const BREATH = 40
const NEXT = 60
const NEXT_RUIN = 40
/** What is passed from hand to hand. */
const CARRIED = 260
/** The pixels that a way is bent upwards. */
const ARC = 34
/** The newest pair. */
const LAST_PAIR = 6

/** Lines of these kinds become one where they follow each other. */
const KINDS: Readonly<Record<string, string>> = {
  infiltrated: 'conquered',
  took_up: 'moved',
  put_down: 'moved',
  survived: 'moved',
}

export class Director {
  private readonly made: Step[] = []
  private readonly before: Position
  private readonly after: Position
  private now = 0
  /** Until when whatever has begun is under way, and of what kind it was. */
  private busy = 0
  private last = ''

  constructor(
    private readonly told: readonly Told[],
    change: Change,
    private readonly times: Times,
  ) {
    this.before = positionOf(change.before)
    this.after = positionOf(change.after)
  }

  steps(): readonly Step[] {
    for (const each of this.told) this.tell(each)
    return this.made
  }

  private tell(told: Told): void {
    const { key, seat, province, pieces, points } = told
    const kind = KINDS[key] ?? key
    switch (key) {
      case 'conquered':
      case 'infiltrated':
        this.begin(kind)
        this.carry({ piece: 'disc', value: pieces, seat }, hand(seat), on(province, seat), this.times.move, 'wood')
        this.counts(`figure:provinces:${seat}`)
        break
      case 'lost':
        // The loser's topmost piece tips off while those of the winner come.
        this.along('conquered')
        this.carry({ piece: 'disc', value: 1, seat }, on(province, seat), [plate(seat)], this.times.move, 'wood')
        this.counts(`figure:provinces:${seat}`)
        break
      case 'lost_ruins':
      case 'ruins_removed':
        this.along('conquered')
        this.carry({ piece: 'column' }, on(province, seat), [`figure:ruins:${seat}`, plate(seat)], CARRIED, 'paper')
        this.counts(`figure:ruins:${seat}`)
        break
      case 'gathered':
      case 'took_up':
        this.begin(kind)
        this.carry({ piece: 'disc', value: pieces, seat }, on(province, seat), hand(seat), CARRIED, 'wood')
        this.counts(`figure:pieces:${seat}`)
        break
      case 'put_down':
      case 'survived':
        this.begin(kind)
        this.carry({ piece: 'disc', value: pieces, seat }, hand(seat), on(province, seat), CARRIED, 'wood')
        break
      case 'grew':
      case 'levied':
        this.begin(kind)
        this.carry({ piece: 'disc', value: pieces, seat }, [`tile:${seat}:0`, plate(seat)], hand(seat), CARRIED, 'wood')
        break
      case 'fort_built':
        this.begin(kind)
        this.add({ do: 'drop', anchor: `fort:${province}`, at: this.now, ms: this.times.step, sound: 'wood' })
        break
      case 'declined':
        this.declined(seat)
        break
      case 'chose_pair':
        this.chosePair(told)
        break
      case 'paid':
        this.begin(kind)
        this.paid(seat, points)
        break
      case 'took_points':
        this.along('chose_pair')
        this.carry({ piece: 'points', value: points }, pairAt(this.taken), score(seat), CARRIED, 'coin')
        this.counts(`points:${seat}`)
        break
      case 'new_pair':
        this.begin(kind)
        this.add({ do: 'turn', anchor: `pair:${LAST_PAIR}`, at: this.now, ms: this.times.move, sound: 'card' })
        break
      case 'scored_turn':
        if (points > 0) this.scored(seat, points)
        break
    }
  }

  // --- the actions --------------------------------------------------------------------------------------------------

  /** Columns rise from west to east where an empire was. */
  private declined(seat: number): void {
    this.begin('declined')
    const ruins = Object.entries(this.after.land)
      .filter(([, holding]) => holding.seat === seat && holding.declined === true)
      .map(([province]) => province)
      .sort((one, other) => west(one) - west(other))
    for (const province of ruins) {
      this.add({ do: 'drop', anchor: land(province), at: this.now, ms: this.times.step, sound: 'paper' })
      this.now += NEXT_RUIN
    }
    this.counts(`figure:ruins:${seat}`)
  }

  /** The number of the pair that is taken. */
  private taken = 1

  private chosePair({ seat, tiles }: Told): void {
    this.begin('chose_pair')
    this.taken = this.numberOf(seat, tiles)
    tiles.forEach((tile, index) => {
      const to: Place = [`tile:${seat}:${index}`, plate(seat)]
      this.carry({ piece: `tile:${tile}` }, pairAt(this.taken), to, this.times.move, 'card')
      this.now += NEXT
    })
    this.counts(`figure:pieces:${seat}`)
    this.last = 'chose_pair'
  }

  /** Others may take a pair in the same event; whom the game plays always takes the first. */
  private numberOf(seat: number, tiles: readonly string[]): number {
    const players = Object.values(this.after.players)
    if (!players.some(({ fictitious }) => fictitious === true)) return takenOf(this.before.pairs, this.after.pairs)
    if (this.after.players[String(seat)]?.fictitious === true) return 1
    const [key] = Object.entries(this.before.pairs).find(([, pair]) => pair.tiles.join() === tiles.join()) ?? []
    return Number(key?.replace('pair-', '') ?? 1)
  }

  /** The points that are paid drop one after the other on the pairs passed over. */
  private paid(seat: number, points: number): void {
    const { price } = this.after.board
    const passed = Math.round(points / price)
    this.counts(`points:${seat}`)
    for (let number = 1; number <= passed; number++) {
      this.carry({ piece: 'points', value: price }, score(seat), pairAt(number), CARRIED, 'coin')
      this.now += NEXT
    }
  }

  /** What the turn brought goes to the seat, and its marker along the frame. */
  private scored(seat: number, points: number): void {
    this.begin('scored')
    const marker = `marker:${seat}`
    this.carry(
      { piece: 'points', value: points },
      ['reckoning', 'map', plate(seat)],
      score(seat),
      this.times.move,
      'coin',
    )
    this.made.push({ do: 'count', anchor: `points:${seat}`, at: this.now + this.times.move, ms: this.times.count })
    const what = { anchor: marker }
    this.add({ do: 'carry', what, from: [marker], to: [marker], at: this.now, ms: this.times.count, round: true })
  }

  // --- when ---------------------------------------------------------------------------------------------------------

  /** Begin when everything before has landed, or a little after the one before if that was of the same kind. */
  private begin(kind: string): void {
    if (this.last === kind) this.now += NEXT
    else this.now = this.busy === 0 ? 0 : this.busy + BREATH
    this.last = kind
  }

  /** Begin while the cause is still under way. */
  private along(cause: string): void {
    if (this.last === cause) this.now += NEXT
    else this.begin(cause)
  }

  private add(step: Step): void {
    this.made.push(step)
    this.busy = Math.max(this.busy, step.at + step.ms)
  }

  private carry(what: Drawn, from: Place, to: Place, ms: number, sound: Sound): void {
    const step: Carry = { do: 'carry', what, from, to, at: this.now, ms, arc: ARC, sound }
    this.add(step)
  }

  private counts(anchor: string): void {
    this.made.push({ do: 'count', anchor, at: this.now, ms: 0 })
  }
}

function west(province: string): number {
  return PROVINCES[province as Province].centre[0]
}

/** Which pair was taken: those before it stay where they are, those behind it move up. */
function takenOf(before: Readonly<Record<string, Pair>>, after: Readonly<Record<string, Pair>>): number {
  const numbers = Object.keys(before).map((_, index) => index + 1)
  const tiles = (pairs: Readonly<Record<string, Pair>>, number: number): string =>
    pairs[`pair-${number}`]?.tiles.join() ?? ''
  return numbers.find((number) => tiles(before, number) !== tiles(after, number)) ?? numbers.length
}
