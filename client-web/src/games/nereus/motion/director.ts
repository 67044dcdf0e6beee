/** Tells one line after the other and remembers when the next one may begin. */

import type { Change, Drawn, Place, Step, Times } from '../../../motion/steps'
import { HOLDS, type Colour, type Crew } from '../data'
import type { Position } from '../board/position'
import { Events, NEXT_FOUND } from './events'
import { CARRIED, GRIP } from './timeline'
import { BAG, DISCS, seaSpacesOf, figure, lies, plate, type Told, TREASURES } from './told'

/** Milliseconds that a ship takes longer for every space. */
const A_FIELD = 40
/** Between treasures that are picked up together, and between things that appear one after the other. */
const NEXT = 60
/** The bag is shaken. */
const SHAKEN = 320
/** How long all discs of a reveal are on their way. */
const REVEALED = 620
/** How much larger than in its place a disc is when it leaves its plate. */
const LARGE = 2.4
/** Pixels of the bag while it is shaken. */
const SHOWN_BAG = 40

export class Director extends Events {
  /** Where what is earned comes from. */
  private source: Place
  /** How many treasures of a colour a seat has in hand by now. */
  private readonly hands = new Map<string, number>()

  constructor(told: readonly Told[], change: Change, times: Times) {
    super(told, change, times)
    const { turn } = this.before
    this.source = turn?.space === undefined ? [] : [`space:${turn.space}`, `row:${turn.crew ?? ''}`]
  }

  steps(): readonly Step[] {
    this.told.forEach((each, index) => this.tell(each, index))
    return this.made
  }

  private tell(told: Told, index: number): void {
    const { seat, treasure, seaSpace, space, coins, params } = told
    switch (told.key) {
      case 'chose_corner':
        this.wait(told.key)
        this.drop(`ship:${seat}`, 'wood')
        break
      case 'laid_out':
        this.laidOut()
        break
      case 'dealt':
        this.dealt()
        break
      case 'revealed':
        this.revealed(told)
        break
      case 'placed_marker':
        this.wait(told.key)
        this.disc(`marker:${space}`, seat, [`actor:${seat}`, plate(seat)], [`marker:${space}`, `space:${space}`])
        this.source = [`space:${space}`]
        break
      case 'accepted':
        this.wait(told.key)
        this.accepted(told)
        break
      case 'sailed':
        this.sailed(told, index)
        break
      case 'toll_to_supply':
        this.coins(figure('gold', seat), ['ship:neutral'], coins, this.crossing(seaSpace))
        break
      case 'toll':
        this.coins(figure('gold', Number(params['payer'])), figure('gold', seat), coins, this.crossing(seaSpace))
        this.counts(`figure:gold:${seat}`, this.crossing(seaSpace) + CARRIED)
        break
      case 'took':
        this.together(told.key, NEXT)
        this.toHand(told, [`treasure:${seaSpace}:${treasure}`])
        break
      case 'drew':
        this.drew(told)
        break
      case 'placed':
        this.placed(seat, treasure, String(params['slot']), [`held:${seat}:${treasure}:1`, plate(seat)])
        break
      case 'gem_used': {
        const gem = lies(seat, `gem-${this.before.players[String(seat)]?.gems ?? 1}`)
        this.placed(seat, 'gem', String(params['slot']), [gem, ...figure('gems', seat)])
        break
      }
      case 'shifted':
        this.placed(seat, treasure, String(params['to']), [lies(seat, String(params['slot'])), plate(seat)])
        break
      case 'completed':
        this.completed(told, index)
        break
      case 'exchanged':
        this.exchanged(told)
        break
      case 'sold':
        this.wait(told.key)
        this.source = [lies(seat, String(params['slot'])), ...figure('gems', seat)]
        this.toBag(seat, String(params['slot']), treasure)
        this.coins(this.source, figure('gold', seat), coins, this.now)
        this.counts(`figure:gold:${seat}`, this.now + CARRIED)
        break
      case 'lost':
        this.together(told.key, NEXT)
        this.carry({ piece: treasure }, [`held:${seat}:${treasure}:1`, plate(seat)], BAG, 'wood')
        break
      case 'gold':
        this.together('gain', NEXT)
        this.coins(this.source, figure('gold', seat), coins, this.now)
        this.counts(`figure:gold:${seat}`, this.now + CARRIED)
        break
      case 'paid':
        this.together('gain', NEXT)
        this.coins(figure('gold', seat), this.source, coins, this.now)
        break
      case 'power':
        this.together('gain', NEXT)
        this.carry({ piece: 'power' }, this.source, figure('power', seat), 'wood')
        this.counts(`figure:power:${seat}`, this.now + CARRIED)
        break
      case 'points':
        this.points(told)
        break
      case 'drew_card':
        this.together('gain', NEXT)
        this.drop(`card:${String(params['card'])}`, 'card')
        break
      case 'drew_a_card':
        this.together('gain', NEXT)
        this.carry({ piece: 'science' }, this.source, figure('cards', seat), 'card')
        this.counts(`figure:cards:${seat}`, this.now + CARRIED)
        break
      case 'discarded_card':
      case 'played':
        this.wait(told.key)
        this.carry({ piece: 'science' }, [`card:${String(params['card'])}`, ...figure('cards', seat)], BAG, 'card')
        break
      case 'day':
        this.wait(told.key)
        this.discovery(String(params['card']))
        break
      case 'discovered':
        this.together(told.key, NEXT_FOUND)
        this.drop(`treasure:${seaSpace}:${treasure}`, 'wood')
        break
      case 'neutral_flipped':
        this.wait(told.key)
        this.disc(`marker:${space}`, undefined, BAG, [`marker:${space}`, `space:${space}`])
        break
      case 'neutral_rolled':
        this.rolled(told)
        break
      case 'neutral_sailed':
        this.wait(told.key)
        this.voyage('ship:neutral', told)
        break
      case 'neutral_took':
        this.together(told.key, NEXT)
        this.carry({ piece: treasure }, [`treasure:${seaSpace}:${treasure}`], BAG, 'wood', TREASURES)
        break
      case 'hourglass':
      case 'sun':
        this.pass(told)
        break
      case 'game_over':
        this.scoring()
        break
    }
  }

  // --- the actions --------------------------------------------------------------------------------------------------

  /** All discs leave their plates in one instant, and lie next to the emblems at one time. */
  private revealed({ seat, crew }: Told): void {
    this.together('revealed', 0)
    this.add({
      do: 'carry',
      what: { anchor: `actor:${seat}`, or: { piece: 'marker', seat } },
      from: [plate(seat), `row:${crew}`],
      to: [`actor:${seat}`, `row:${crew}`],
      at: this.now,
      ms: REVEALED,
      lift: 6,
      round: true,
      grip: GRIP,
      sized: DISCS,
      large: LARGE,
      sound: 'card',
    })
  }

  /** For an extra turn the marker leaves the explorer's row. */
  private accepted({ seat, coins }: Told): void {
    const space = Object.entries(this.before.rows.explorer).find(([, owner]) => owner === String(seat))?.[0]
    if (space === undefined) return
    const from: Place = [`marker:${space}`, `space:${space}`]
    this.coins(figure('gold', seat), [`space:${space}`], coins, this.now)
    this.disc(`marker:${space}`, seat, from, [plate(seat)])
  }

  private sailed(told: Told, index: number): void {
    // What is paid for the voyage itself lies down while the ship casts off.
    if (this.told[index - 1]?.key === 'paid') this.last = told.key
    else this.wait(told.key)
    this.voyage(`ship:${told.seat}`, told)
    this.last = told.key
  }

  /** The way of the ship that sailed last, and when it did. */
  private under: { path: readonly string[]; at: number; ms: number } | undefined

  private voyage(anchor: string, { params }: Told): void {
    const path = seaSpacesOf(params['path'])
    const ms = this.times.move + A_FIELD * path.length
    this.under = { path, at: this.now, ms }
    this.add({
      do: 'carry',
      what: { anchor },
      from: [anchor, `field:${params['start']}`],
      to: [anchor, `field:${params['to']}`],
      through: path.slice(0, -1).map((seaSpace) => `field:${seaSpace}`),
      at: this.now,
      ms,
      sound: 'wood',
    })
  }

  /** When the ship on its way comes over a space. */
  private crossing(seaSpace: string): number {
    if (this.under === undefined) return this.now
    const { path, at, ms } = this.under
    return at + Math.round((ms * (path.indexOf(seaSpace) + 1)) / Math.max(1, path.length)) - CARRIED / 2
  }

  /** A treasure comes into the hand, there as the last of its colour. */
  private toHand({ seat, treasure }: Told, from: Place): void {
    const key = `${seat}:${treasure}`
    const had = this.hands.get(key) ?? this.inHand(this.before, seat, treasure)
    this.hands.set(key, had + 1)
    const held = `held:${key}:${had + 1}`
    const stays = this.inHand(this.after, seat, treasure) > had
    const what = stays ? { anchor: held, or: { piece: treasure } } : { piece: treasure }
    this.carry(what, from, [...(stays ? [held] : []), 'hand', plate(seat)].filter(this.shows(seat)), 'wood', TREASURES)
  }

  /** The tray belongs to the viewer, if they act; others' treasures go to their plates. */
  private shows(seat: number): (anchor: string) => boolean {
    const acts = this.after.players[String(seat)]?.science !== undefined
    return (anchor) => anchor !== 'hand' || acts
  }

  private inHand(position: Position, seat: number, treasure: string): number {
    return position.players[String(seat)]?.hand[treasure as Colour] ?? 0
  }

  /** The bag is shaken once, and a treasure rises from it. */
  private drew(told: Told): void {
    this.together('drew', NEXT)
    if (this.made.at(-1)?.do !== 'carry' || this.last !== 'drew' || !this.shaken) {
      const size = SHOWN_BAG
      this.add({ do: 'show', what: { piece: 'random' }, over: BAG, at: this.now, ms: SHAKEN, size, how: 'shaken' })
      this.shaken = true
      this.now += SHAKEN - NEXT
    }
    this.toHand(told, BAG)
  }
  private shaken = false

  private placed(seat: number, treasure: string, slot: string, from: Place): void {
    this.wait('placed')
    const anchor = lies(seat, slot)
    this.source = [anchor, plate(seat)]
    // What completes a hold is gone with it, but flies to where its place was.
    const crew = crewOf(slot)
    const gone = crew !== undefined && this.after.players[String(seat)]?.done[crew] === true
    const to = gone ? [`seal:${seat}:${crew}`, plate(seat)] : [anchor, plate(seat)]
    this.carry(gone ? { piece: treasure } : { anchor, or: { piece: treasure } }, from, to, 'wood', TREASURES)
  }

  /** The pieces of a hold go to the bag, the seal drops. */
  private completed({ seat, crew }: Told, index: number): void {
    this.wait('completed')
    const slots = this.before.players[String(seat)]?.holds[crew as Crew] ?? {}
    const last = this.told[index - 1]
    const laid = String(last?.params['to'] ?? last?.params['slot'] ?? '')
    for (const [slot, filled] of Object.entries(slots)) {
      const treasure = filled === '' ? (slot === laid ? last?.treasure || 'gem' : '') : filled
      if (treasure === '') continue
      this.toBag(seat, slot, treasure, [`seal:${seat}:${crew}`])
      this.now += NEXT
    }
    const seal = `seal:${seat}:${crew}`
    this.now = Math.max(0, this.busy - CARRIED / 2)
    this.drop(seal, 'cork')
    this.source = [seal, plate(seat)]
    this.last = 'completed'
  }

  private toBag(seat: number, slot: string, piece: string, or: Place = []): void {
    const at = lies(seat, slot)
    this.carry({ anchor: at, or: { piece } }, [at, ...or, plate(seat)], BAG, 'wood', ['lies:'])
  }

  /** The two close up into the gem. */
  private exchanged({ seat, treasure }: Told): void {
    this.wait('exchanged')
    const storage = Object.entries(this.before.players[String(seat)]?.storage ?? {})
    const two = storage.flatMap(([slot, filled]) => (filled === treasure ? [slot] : [])).slice(0, 2)
    const gem = lies(seat, `gem-${this.after.players[String(seat)]?.gems ?? 1}`)
    for (const slot of two) {
      const at = lies(seat, slot)
      const to: Place = [gem, ...figure('gems', seat)]
      this.carry({ anchor: at, or: { piece: treasure } }, [at, plate(seat)], to, 'wood', ['lies:'])
    }
    this.now += CARRIED
    this.drop(gem, 'cork')
    this.counts(`figure:gems:${seat}`, this.now)
  }

  private points({ seat, params }: Told): void {
    this.together('gain', NEXT)
    const { move, count } = this.times
    const what: Drawn = { piece: 'points', value: Number(params['points']) }
    const to: Place = [`points:${seat}`, plate(seat)]
    if (this.source.length === 0) this.source = [plate(seat)]
    this.add({ do: 'carry', what, from: this.source, to, at: this.now, ms: move, arc: 24 })
    this.made.push({ do: 'count', anchor: `points:${seat}`, at: this.now + move, ms: count })
  }
}

/** The crew member of whose hold a slot is. */
export function crewOf(slot: string): Crew | undefined {
  const crew = slot.startsWith('hold-') ? slot.split('-')[1] : undefined
  return crew !== undefined && Object.hasOwn(HOLDS, crew) ? (crew as Crew) : undefined
}
