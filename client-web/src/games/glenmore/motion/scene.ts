/** What moves on the table as lines of the history arrive: figures walk, tiles and goods are carried, as people would do it. */

import { type Change, NOTHING, type Place, type Scene, type Step, type Times, sceneOf } from '../../../motion/steps'
import type { HistoryEntry, Line, View } from '../../../wire/generated'
import { TRACK } from '../data'
import { rowsOf, totalOf } from './scoring'

/** Milliseconds that a figure takes longer for every space. */
const A_FIELD = 40
/** Of a tile's flight: taking it up, and laying it down. */
const GRIP = 90
const CARRIED = 260
/** Between goods that are paid together, and between tiles that bring something one after the other. */
const NEXT_GOOD = 60
const NEXT_TILE = 90
/** How long before a figure arrives the tile on its space is taken up. */
const MAKES_ROOM = 240
const TURNED = 300
/** Between the things that are not told as one. */
const BREATH = 40
/** When the columns of a scoring come, and how long the last one stands before the game goes on. */
export const COLUMNS: readonly number[] = [600, 1_400, 2_200]
const LAST_COLUMN = 1_400
/** How long it stands before its points go to the plates. */
const SHOWN = 500

interface Told {
  key: string
  seat: number
  tile: string
  good: string
  params: Readonly<Record<string, string | number>>
}

/** The scene of a change. Undone moves are taken back in one short step. */
export function scene(change: Change, times: Times): Scene {
  const undone = change.undone.flatMap(narration)
  if (undone.length > 0) return sceneOf(backwards(undone, times))
  const told = change.entries.filter((entry) => entry.kind === 'moved').flatMap(narration)
  return told.length === 0 ? NOTHING : new Director(told, change, times).scene()
}

function narration(entry: HistoryEntry): Told[] {
  return (entry.lines ?? []).map(({ key, params = {} }: Line) => ({
    key,
    seat: Number(params['seat'] ?? entry.seat ?? 0),
    tile: String(params['tile'] ?? ''),
    good: String(params['good'] ?? ''),
    params,
  }))
}

/** A tile wherever it lies in a land, large or small, or else its owner. */
const land = (tile: string, seat: number): Place => [`tile:${tile}`, `mini:${tile}`, `plate:${seat}`]
const figure = (key: string, seat: number): Place => [`figure:${key}:${seat}`, `plate:${seat}`]

/** The spaces after one up to another, clockwise. */
export function spacesBetween(from: number, to: number): number[] {
  const far = (to - from + TRACK.fields) % TRACK.fields
  return Array.from({ length: far }, (_, index) => (from + index + 1) % TRACK.fields)
}

/** Tells one line after the other and remembers when the next one may begin. */
class Director {
  private readonly steps: Step[] = []
  private now = 0
  /** Until when whatever has begun is under way. */
  private busy = 0
  /** The kind of the line before: things of one kind overlap. */
  private last = ''

  constructor(
    private readonly told: readonly Told[],
    private readonly change: Change,
    private readonly times: Times,
  ) {}

  scene(): Scene {
    this.told.forEach((each, index) => this.tell(each, index))
    return sceneOf(this.steps)
  }

  private tell(told: Told, index: number): void {
    const { seat, tile, good } = told
    switch (told.key) {
      case 'took':
        this.took(told, index)
        break
      case 'passed':
        this.wait(told.key)
        this.walk(`pawn:${seat}`, told)
        break
      case 'paid_whisky':
        this.together(told.key, NEXT_GOOD)
        this.carry('barrel', figure('whisky', seat), [`pawn:${seat}`], 'cork')
        break
      case 'gave':
        this.together('goods', NEXT_GOOD)
        this.carry(good, [`good:${tile}:${good}`, ...land(tile, seat)], [`row:${good}`], 'wood')
        break
      case 'bought':
        this.bought(told)
        break
      case 'sold':
        this.together('goods', NEXT_GOOD)
        this.carry(good, [`good:${tile}:${good}`, ...land(tile, seat)], [`row:${good}`], 'wood')
        this.pay([`row:${good}`], seat, Number(told.params['coins']))
        break
      case 'paid_member':
        this.wait(told.key)
        this.leave(`member:${tile}`, 'wood')
        break
      case 'paid_chieftain':
        this.wait(told.key)
        this.carry('chieftain', figure('chieftains', seat), [`pawn:${seat}`], 'wood', seat)
        break
      case 'laid':
        this.laid(told)
        break
      case 'joined':
        this.together(told.key, NEXT_TILE)
        this.drop(`member:${tile}`)
        break
      case 'grew':
        this.grew(told)
        break
      case 'whisky':
        this.together('gain', NEXT_TILE)
        this.carry('barrel', land(tile, seat), figure('whisky', seat), 'cork')
        this.counts(`figure:whisky:${seat}`)
        break
      case 'coins':
        this.together('gain', NEXT_TILE)
        this.pay(land(tile, seat), seat, Number(told.params['coins']))
        break
      case 'points':
        this.points(told)
        break
      case 'walked':
        this.wait(told.key)
        this.memberWalks(told)
        break
      case 'promoted':
        this.wait(told.key)
        this.promoted(told)
        break
      case 'removed':
        this.together(told.key, NEXT_GOOD)
        this.leave(`tile:${tile}`, 'card')
        break
      case 'laid_out':
        this.laidOut(told, index)
        break
      case 'die_moved':
        this.wait(told.key)
        this.walk('die', told)
        break
      case 'scoring':
        this.scoring(told)
        break
    }
  }

  // --- when ---------------------------------------------------------------------------------------------------------

  /** Begin when everything before has landed. */
  private wait(kind: string): void {
    this.now = this.busy === 0 ? 0 : this.busy + BREATH
    this.last = kind
  }

  /** Begin a little after the one before if that was of the same kind. */
  private together(kind: string, apart: number): void {
    if (this.last === kind) this.now += apart
    else this.wait(kind)
  }

  private add(step: Step): void {
    this.steps.push(step)
    if (step.do !== 'count') this.busy = Math.max(this.busy, step.at + step.ms)
  }

  // --- the actions --------------------------------------------------------------------------------------------------

  private took(told: Told, index: number): void {
    const { seat, tile } = told
    const laid = this.told.slice(index).some((each) => each.key === 'laid' && each.tile === tile)
    this.wait('took')
    const begin = this.now
    this.walk(`pawn:${seat}`, told)
    // The tile makes room for the figure; what it costs is paid at the same time.
    this.now = Math.max(begin, this.busy - MAKES_ROOM)
    const from: Place = [`tile:${tile}`, `field:${told.params['to']}`]
    // What is not laid at once is taken in hand: the panel shows it meanwhile.
    this.tileFlies(told, from, laid ? land(tile, seat) : [`hand:${tile}`, `plate:${seat}`])
    this.last = 'goods'
  }

  private laid(told: Told): void {
    // Taken within the same lines: it is on its way already.
    if (this.steps.some((step) => step.do === 'carry' && step.to[0] === `tile:${told.tile}`)) return
    this.wait('laid')
    const { tile, seat } = told
    this.tileFlies(told, [`tile:${tile}`, `hand:${tile}`, `plate:${seat}`, `pawn:${seat}`], land(tile, seat))
  }

  private tileFlies({ tile }: Told, from: Place, to: Place): void {
    const ms = GRIP + this.times.move + GRIP
    const common = { do: 'carry', at: this.now, ms, lift: 6, grip: GRIP, sized: ['hand:'], sound: 'card' } as const
    this.add({
      ...common,
      what: { anchor: `tile:${tile}` },
      face: `hand:${tile}`,
      from,
      to,
    })
  }

  private walk(anchor: string, { params }: Told): void {
    const along = spacesBetween(Number(params['from']), Number(params['to']))
    const to = along.at(-1) ?? Number(params['to'])
    this.add({
      do: 'carry',
      what: { anchor },
      from: [anchor, `field:${params['from']}`],
      to: [anchor, `field:${to}`],
      along: along.map((space) => `field:${space}`),
      at: this.now,
      ms: this.times.move + A_FIELD * along.length,
      lift: 6,
      round: anchor !== 'die',
      grip: GRIP,
      sound: 'wood',
    })
  }

  private carry(piece: string, from: Place, to: Place, sound: 'wood' | 'cork' | 'coin', seat?: number): void {
    const what = seat === undefined ? { piece } : { piece, seat }
    this.add({ do: 'carry', what, from, to, at: this.now, ms: CARRIED, arc: 24, sound })
  }

  /** Coins for a seat. */
  private pay(from: Place, seat: number, value: number): void {
    if (value === 0) return
    const step = { do: 'carry', from, to: figure('coins', seat), ms: CARRIED, arc: 24, sound: 'coin' } as const
    this.add({ ...step, what: { piece: 'coin', value }, at: this.now + NEXT_GOOD })
    this.counts(`figure:coins:${seat}`, NEXT_GOOD)
  }

  private bought({ seat, good, params }: Told): void {
    this.together('goods', NEXT_GOOD)
    const coins = { piece: 'coin', value: Number(params['coins']) }
    const row: Place = [`row:${good}`]
    const paid = String(params['for'])
    this.add({
      do: 'carry',
      what: coins,
      from: figure('coins', seat),
      to: row,
      at: this.now,
      ms: CARRIED,
      arc: 24,
      sound: 'coin',
    })
    this.now += NEXT_GOOD
    this.carry(good, row, [`tile:${paid}`, `mini:${paid}`, `pawn:${seat}`], 'wood')
  }

  private grew({ seat, tile, good }: Told): void {
    this.together('gain', NEXT_TILE)
    const at = this.now
    this.add({
      do: 'drop',
      anchor: `good:${tile}:${good}`,
      at,
      ms: this.times.step,
      sound: 'wood',
      or: {
        do: 'carry',
        what: { piece: good },
        from: [`mini:${tile}`, `plate:${seat}`],
        to: figure(good, seat),
        at,
        ms: CARRIED,
        arc: 24,
      },
    })
  }

  private points({ seat, tile, params }: Told): void {
    this.together('gain', NEXT_TILE)
    this.add({
      do: 'carry',
      what: { piece: 'points', value: Number(params['points']) },
      from: land(tile, seat),
      to: [`points:${seat}`, `plate:${seat}`],
      at: this.now,
      ms: this.times.move,
      arc: 24,
    })
    this.add({ do: 'count', anchor: `points:${seat}`, at: this.now + this.times.move, ms: this.times.count })
  }

  private memberWalks({ seat, params }: Told): void {
    const [from, to] = [String(params['plot']), String(params['to'])]
    this.add({
      do: 'carry',
      what: { piece: 'member', seat },
      from: [`member:${from}`, ...land(from, seat)],
      to: [`member:${to}`, ...land(to, seat)],
      at: this.now,
      ms: CARRIED,
      lift: 6,
      round: true,
      sound: 'wood',
    })
  }

  private promoted({ seat, tile }: Told): void {
    const from = [`member:${tile}`, ...land(tile, seat)]
    this.carry('chieftain', from, figure('chieftains', seat), 'wood', seat)
    this.counts(`figure:chieftains:${seat}`)
  }

  private drop(anchor: string): void {
    this.add({ do: 'drop', anchor, at: this.now, ms: this.times.step, sound: 'wood' })
  }

  private leave(anchor: string, sound: 'wood' | 'card'): void {
    this.add({ do: 'leave', anchor, rim: 'field:', at: this.now, ms: this.times.step, sound })
  }

  private laidOut({ tile }: Told, index: number): void {
    this.together('laid_out', NEXT_TILE)
    // What is taken or removed before anybody sees it needs no turning.
    const stays = !this.told.slice(index + 1).some((each) => each.tile === tile)
    if (stays) this.add({ do: 'turn', anchor: `tile:${tile}`, at: this.now, ms: TURNED, sound: 'card' })
  }

  private scoring({ params }: Told): void {
    this.wait('scoring')
    const round = Number(params['round'])
    const told = this.now + (COLUMNS.at(-1) ?? 0) + SHOWN
    for (const row of rowsOf(this.change.after, round)) {
      const points = totalOf(row, row.cells.length)
      if (points > 0) {
        this.add({
          do: 'carry',
          what: { piece: 'points', value: points },
          from: [`scored:${row.seat}`],
          to: [`points:${row.seat}`, `plate:${row.seat}`],
          at: told,
          ms: this.times.move,
          arc: 24,
          late: true,
        })
      }
      this.add({ do: 'count', anchor: `points:${row.seat}`, at: told + this.times.move, ms: this.times.count })
    }
    this.add({
      do: 'scoring',
      round,
      before: pointsOf(this.change.before),
      at: this.now,
      ms: (COLUMNS.at(-1) ?? 0) + LAST_COLUMN,
      sound: 'paper',
    })
  }

  private counts(anchor: string, late = 0): void {
    this.add({ do: 'count', anchor, at: this.now + late + CARRIED, ms: 0 })
  }
}

/** Everything that the undone lines moved goes back in one step. */
function backwards(told: readonly Told[], { step }: Times): Step[] {
  const anchors = new Set<string>()
  for (const { key, seat, tile } of told) {
    if (key === 'took') {
      anchors.add(`pawn:${seat}`)
      anchors.add(`tile:${tile}`)
    } else if (key === 'laid') anchors.add(`tile:${tile}`)
  }
  return [...anchors].map((anchor): Step => ({
    do: 'carry',
    what: { anchor },
    from: [anchor, ...(anchor.startsWith('tile:') ? [anchor.replace('tile:', 'mini:')] : [])],
    to: [anchor, ...(anchor.startsWith('tile:') ? [anchor.replace('tile:', 'mini:')] : [])],
    at: 0,
    ms: step,
    sound: 'card',
  }))
}

/** The points of every seat, in order. */
export function pointsOf(game: View): number[] {
  const players = (game['players'] ?? {}) as Record<string, { points?: number }>
  return Object.keys(players)
    .sort((one, other) => Number(one) - Number(other))
    .map((seat) => players[seat]?.points ?? 0)
}
