/** What moves when a shown position changes: plain data that a game makes of its lines and that the stage plays. */

import type { HistoryEntry, View } from '../wire/generated'

/** Values of `data-anchor`, the best first: the first that is on the page and seen counts. */
export type Place = readonly string[]

export type Sound = 'wood' | 'card' | 'coin' | 'cork' | 'paper'

interface Timed {
  /** Milliseconds after the position is shown. */
  at: number
  /** Milliseconds that it takes. */
  ms: number
  /** Heard when it is done. */
  sound?: Sound
}

/** A piece that the game draws by its name. */
export interface Drawn {
  piece: string
  value?: number
  seat?: number
}

/** A piece goes from place to place. */
export interface Carry extends Timed {
  do: 'carry'
  /** The element of an anchor, or what is drawn instead where that is not on the page; or a piece alone. */
  what: { anchor: string; or?: Drawn } | Drawn
  /** Looked for before the change; what is not there then, after it. */
  from: Place
  /** Looked for after the change. */
  to: Place
  /** Anchors that it passes on their outer side, first to last. */
  along?: readonly string[]
  /** Anchors over whose middles it goes, first to last. */
  through?: readonly string[]
  /** What the names of the places begin with at which it lies itself, so that it is as large as what lies there. */
  sized?: readonly string[]
  /** The anchor whose look it has where its own is not on the page before; it is one of those that it comes from. */
  face?: string
  /** It is measured only when it begins: where it comes from opens meanwhile. */
  late?: boolean
  /** How many times as large it is at a beginning that is none of these. */
  large?: number
  /** Pixels that its way is bent upwards. */
  arc?: number
  /** Pixels that it is held above the table. */
  lift?: number
  /** It throws a round shadow. */
  round?: boolean
  /** Milliseconds of taking it up at the beginning and of laying it down at the end. */
  grip?: number
}

/** Something that is new falls a little onto its place. */
export interface Drop extends Timed {
  do: 'drop'
  anchor: string
  /** What happens instead where that is not on the page. */
  or?: Carry
}

/** Something that is gone leaves over the outer edge of the board. */
export interface Leave extends Timed {
  do: 'leave'
  anchor: string
  /** How the anchors begin whose common edge that is. */
  rim: string
}

/** Something that is new is turned over. */
export interface TurnOver extends Timed {
  do: 'turn'
  anchor: string
}

/** A piece is shown above a place for a while. */
export interface Show extends Timed {
  do: 'show'
  what: Drawn
  over: Place
  /** Pixels of its height. */
  size: number
  /** It is shaken once, or turned over as it comes. */
  how?: 'shaken' | 'turned'
}

/** A number begins to count when its cause has arrived. */
export interface Count extends Timed {
  do: 'count'
  anchor: string
}

/** The sheet of a scoring is opened. */
export interface ScoringOpens extends Timed {
  do: 'scoring'
  round: number
  /** The points of every seat before it. */
  before: readonly number[]
}

export type Step = Carry | Drop | Leave | TurnOver | Show | Count | ScoringOpens

export interface Scene {
  readonly steps: readonly Step[]
  /** Milliseconds until everything has landed, at its own pace. */
  readonly ms: number
}

export const NOTHING: Scene = { steps: [], ms: 0 }

/** A change of the shown position. */
export interface Change {
  before: View
  after: View
  /** What happened in between, oldest first. */
  entries: readonly HistoryEntry[]
  /** The moves that these entries undid, oldest first. */
  undone: readonly HistoryEntry[]
}

/** Durations in milliseconds, as the tokens say. */
export interface Times {
  step: number
  move: number
  count: number
  hold: number
}

export function sceneOf(steps: readonly Step[]): Scene {
  return steps.length === 0 ? NOTHING : { steps, ms: Math.max(...steps.map((step) => step.at + step.ms)) }
}

/** All anchors that a scene may ask for. */
export function anchorsOf({ steps }: Scene): ReadonlySet<string> {
  const anchors = new Set<string>()
  const add = (step: Step): void => {
    if (step.do === 'carry') {
      if ('anchor' in step.what) anchors.add(step.what.anchor)
      for (const anchor of [...step.from, ...step.to, ...(step.along ?? []), ...(step.through ?? [])])
        anchors.add(anchor)
    } else if (step.do === 'show') {
      for (const anchor of step.over) anchors.add(anchor)
    } else if (step.do !== 'scoring') {
      anchors.add(step.anchor)
      if (step.do === 'drop' && step.or !== undefined) add(step.or)
    }
  }
  steps.forEach(add)
  return anchors
}

/** How the anchors begin along whose common edge something moves. */
export function rimsOf({ steps }: Scene): ReadonlySet<string> {
  const rims = new Set<string>()
  for (const step of steps) {
    if (step.do === 'leave') rims.add(step.rim)
    else if (step.do === 'carry' && step.along !== undefined) rims.add(rimOf(step.along))
  }
  return rims
}

/** What the names of anchors of one kind begin with. */
export function rimOf([first = '']: readonly string[]): string {
  return first.slice(0, first.indexOf(':') + 1)
}

/** When which number may begin to count: the earliest cause counts. */
export function countsOf({ steps }: Scene): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const step of steps) {
    if (step.do === 'count') counts.set(step.anchor, Math.min(step.at, counts.get(step.anchor) ?? Infinity))
  }
  return counts
}
