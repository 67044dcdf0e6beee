/**
 * Plays a scene above the page. The page already shows where everything is; likenesses fly there, and what has not
 * landed is held back by an animation of its own, which ends by itself: nothing can stay hidden.
 */

import { type Seen, Sight } from './anchors'
import { likeness } from './clone'
import { type Frame, type Point, alongRim, around, centre, distance, frames } from './path'
import {
  type Carry,
  type Drawn,
  type Drop,
  type Leave,
  type Scene,
  type Show,
  type Step,
  type TurnOver,
  rimOf,
  sceneOf,
} from './steps'
import { HAND, OUT } from './times'

/** Draws a piece of the game into an element; returns how to take it away. */
export type DrawPiece = (host: HTMLElement, piece: Drawn, size: number) => () => void

/** Builds what a step shows at a pace; what that gives back sets it in motion. */
type Start = (rate: number) => () => void

/** Pixels of a piece that has no element of its own. */
const PIECE = 28
/** Shorter ways are not worth a flight. */
const NEAR = 6
/** How far a tile goes over the edge, and how far a good falls. */
const OVER_THE_EDGE = 26
const FALL = 14
/** Pieces that have no place of their own at their end grow small there. */
const INTO_A_PLATE = 0.55

/** Milliseconds in which a shown piece comes and goes. */
const COMES = 140
/** Degrees by which a piece is shaken, to and fro. */
const SHAKEN = [0, -13, 11, -9, 6, 0]

const HIDDEN: Keyframe[] = [{ opacity: 0 }, { opacity: 0 }]

export class Flights {
  private before: Sight | undefined
  private likenesses = new Map<string, { node: Element; seen: Seen }>()
  private running: Animation[] = []
  private undo: (() => void)[] = []
  private involved: Element[] = []
  private safety: ReturnType<typeof setTimeout> | undefined
  private waiting: ReturnType<typeof setTimeout>[] = []

  /** `layer` has the class `flights`; what has a `data-anchor` is looked for in `within`. */
  constructor(
    private readonly layer: HTMLElement,
    private readonly draw: DrawPiece,
    private readonly within: ParentNode = document,
  ) {}

  /** Look at the page as it is before the change, and make likenesses of what may be gone after it. */
  prepare(scene: Scene): void {
    this.finish()
    this.before = Sight.of(scene, this.within)
    for (const step of scene.steps) {
      const anchor =
        step.do === 'carry' && 'anchor' in step.what ? step.what.anchor : step.do === 'leave' ? step.anchor : ''
      const face = step.do === 'carry' ? step.face : undefined
      const seen = this.before.get(anchor) ?? (face === undefined ? undefined : this.before.get(face))
      if (seen !== undefined && !this.likenesses.has(anchor)) {
        this.likenesses.set(anchor, { node: likeness(seen.element), seen })
      }
    }
  }

  /**
   * The page has changed: fly. First everything is read, then everything is written. `complete`: how to have all of the
   * change on the page, where something lands on what would follow only with the next frames.
   */
  play(scene: Scene, { rate }: { rate: number }, complete: () => void = () => undefined): void {
    const { before } = this
    if (before === undefined) return
    let after = Sight.of(scene, this.within)
    if (!scene.steps.every((step) => landsOn(step, after))) {
      complete()
      after = Sight.of(scene, this.within)
    }
    const legs = new Map<string, number>()
    const [late, now] = [scene.steps.filter(isLate), scene.steps.filter((step) => !isLate(step))]
    const starts = now.flatMap((step) => this.plan(step, before, after, legs))
    // What is put onto the page and what makes it move are kept apart: animations would have it styled each time.
    const moves = starts.map((start) => start(rate))
    for (const move of moves) move()
    for (const at of new Set(late.map((step) => step.at))) {
      const steps = late.filter((step) => step.at === at).map((step) => ({ ...step, at: 0 }))
      this.waiting.push(setTimeout(() => this.playLate(steps, rate), at / rate))
    }
    this.safety = setTimeout(() => this.finish(), scene.ms / rate + 400)
  }

  /** What opened during the scene is there by now, and lies above the table: so does what comes from it. */
  private playLate(steps: readonly Carry[], rate: number): void {
    const sight = Sight.of(sceneOf(steps), this.within)
    const moves = steps.flatMap((step) => this.planCarry(step, sight, sight, new Map())).map((start) => start(rate))
    this.layer.classList.add('above')
    for (const move of moves) move()
  }

  /** Everything is in its place. */
  finish(): void {
    clearTimeout(this.safety)
    this.waiting.forEach(clearTimeout)
    this.waiting = []
    this.layer.classList.remove('above')
    for (const animation of this.running) animation.cancel()
    for (const away of this.undo) away()
    this.running = []
    this.undo = []
    this.involved = []
    this.likenesses.clear()
    this.before = undefined
    this.layer.replaceChildren()
  }

  /** Whether something that scrolls or changes holds a piece that is on its way. */
  concerns(holder: Node): boolean {
    return this.involved.some((element) => holder.contains(element))
  }

  // --- reading ------------------------------------------------------------------------------------------------------

  /** What a step will write, with all that it needs to know. */
  private plan(step: Step, before: Sight, after: Sight, legs: Map<string, number>): Start[] {
    switch (step.do) {
      case 'carry':
        return this.planCarry(step, before, after, legs)
      case 'drop':
        return this.planDrop(step, before, after, legs)
      case 'leave':
        return this.planLeave(step, before)
      case 'turn':
        return this.planTurn(step, after)
      case 'show':
        return this.planShow(step, before, after)
      case 'count':
      case 'scoring':
        return []
    }
  }

  private planCarry(step: Carry, before: Sight, after: Sight, legs: Map<string, number>): Start[] {
    const to = after.first(step.to)
    const from = before.first(step.from) ?? after.first(step.from.filter((anchor) => anchor !== to?.anchor))
    if (to === undefined || from === undefined) return []
    const way = wayOf(step, from.seen, to.seen, before)
    if (way.length === 2 && distance(way[0] as Point, way[1] as Point) < NEAR) return []
    const anchor = 'anchor' in step.what ? step.what.anchor : undefined
    const image = anchor === undefined ? undefined : (this.likenesses.get(anchor) ?? this.newLikeness(anchor, after))
    const drawn = 'piece' in step.what ? step.what : image === undefined ? step.what.or : undefined
    if (image === undefined && drawn === undefined) return []
    const own = drawn === undefined ? anchor : undefined
    const { width, height } = image?.seen.box ?? { width: PIECE, height: PIECE }
    const sized = (name: string): boolean => step.sized?.some((kind) => name.startsWith(kind)) === true
    const fits = (name: string, seen: Seen): number | undefined =>
      (own !== undefined && isPlaceOf(own, name)) || sized(name) ? seen.box.width / width : undefined
    const end = fits(to.anchor, to.seen) ?? (own === undefined ? 1 : INTO_A_PLATE)
    const begin = fits(from.anchor, from.seen) ?? step.large ?? (width > 2 * PIECE ? INTO_A_PLATE : 1)
    const path = frames({
      way,
      scale: [begin, end],
      arc: step.arc ?? 0,
      grip: step.grip === undefined ? 0 : step.grip / step.ms,
    })
    // A piece that goes several ways is seen from the beginning on its first, and from the last landing on the others.
    // One that does not come from a place of its own, or from one that is gone, is not seen before it sets out.
    const there = from.seen.home?.isConnected !== false
    const lay = (own !== undefined && isPlaceOf(own, from.anchor)) || (sized(from.anchor) && there)
    const seenFrom = (own === undefined ? undefined : legs.get(own)) ?? (lay ? 0 : step.at)
    if (own !== undefined) legs.set(own, step.at + step.ms)
    const lands = own !== undefined && isPlaceOf(own, to.anchor)
    return [
      (rate) => {
        const host = this.host(width, height)
        if (image !== undefined) host.append(image.node.cloneNode(true))
        else if (drawn !== undefined) this.undo.push(this.draw(host, drawn, width))
        const shadow = step.lift === undefined ? undefined : this.shadow(host, step.round === true)
        // Arriving pieces step over the ones that leave the space.
        if (step.round === true) host.style.zIndex = '1'
        return () => {
          if (lands) this.holdBack(to.seen.element, step.at + step.ms, rate)
          this.fly(host, shadow, path, { width, height }, step, seenFrom, rate, lands || own === undefined)
        }
      },
    ]
  }

  private newLikeness(anchor: string, after: Sight): { node: Element; seen: Seen } | undefined {
    const seen = after.get(anchor) ?? after.get(anchor.replace('tile:', 'mini:'))
    return seen === undefined ? undefined : { node: likeness(seen.element), seen }
  }

  private planDrop(step: Drop, before: Sight, after: Sight, legs: Map<string, number>): Start[] {
    const seen = after.get(step.anchor)
    if (seen === undefined) return step.or === undefined ? [] : this.planCarry(step.or, before, after, legs)
    const unit = seen.element instanceof SVGGraphicsElement ? FALL / (seen.element.getScreenCTM()?.d || 1) : FALL
    return [
      (rate) => () => {
        this.involved.push(seen.element)
        const from = { opacity: 0, translate: `0 ${-unit}px` }
        const falling = seen.element.animate([from, { opacity: 1, offset: 0.3 }, { opacity: 1, translate: '0 0' }], {
          delay: step.at / rate,
          duration: step.ms / rate,
          easing: OUT,
          fill: 'backwards',
        })
        this.running.push(falling)
      },
    ]
  }

  private planLeave(step: Leave, before: Sight): Start[] {
    const image = this.likenesses.get(step.anchor)
    if (image === undefined) return []
    const { box } = image.seen
    const spaces = before.boxes(step.rim)
    const middle = spaces.length > 0 ? centre(around(spaces)) : centre(box)
    const here = centre(box)
    const far = distance(here, middle) || 1
    const out = { x: ((here.x - middle.x) / far) * OVER_THE_EDGE, y: ((here.y - middle.y) / far) * OVER_THE_EDGE }
    return [
      (rate) => {
        const host = this.host(box.width, box.height)
        host.append(image.node.cloneNode(true))
        const at = `translate(${box.x}px, ${box.y}px)`
        const gone = `translate(${box.x + out.x}px, ${box.y + out.y}px) scale(0.92)`
        const timing = { delay: step.at / rate, duration: step.ms / rate, easing: HAND, fill: 'both' } as const
        const keyframes = [
          { transform: at, opacity: 1 },
          { transform: gone, opacity: 0 },
        ]
        return () => this.removeAfter(host.animate(keyframes, timing), host)
      },
    ]
  }

  private planTurn(step: TurnOver, after: Sight): Start[] {
    const seen = after.get(step.anchor)
    if (seen === undefined) return []
    const { box, element } = seen
    const at = `translate(${box.x}px, ${box.y}px)`
    const back: Keyframe[] = [
      { transform: `${at} scaleX(1)`, opacity: 0 },
      { transform: `${at} scaleX(1)`, opacity: 1, offset: 0.25 },
      { transform: `${at} scaleX(0)`, opacity: 1 },
    ]
    return [
      (rate) => {
        const half = step.ms / 2 / rate
        const delay = step.at / rate
        const host = this.host(box.width, box.height)
        host.classList.add('back')
        return () => {
          const face = [{ scale: '0 1' }, { scale: '1 1' }]
          this.running.push(element.animate(face, { delay: delay + half, duration: half, easing: OUT }))
          this.holdBack(element, step.at + step.ms / 2, rate)
          this.removeAfter(host.animate(back, { delay, duration: half, fill: 'both' }), host)
        }
      },
    ]
  }

  private planShow(step: Show, before: Sight, after: Sight): Start[] {
    const seen = (after.first(step.over) ?? before.first(step.over))?.seen
    if (seen === undefined) return []
    const { x, y } = centre(seen.box)
    const at = `translate(${x - step.size / 2}px, ${y - step.size / 2}px)`
    return [
      (rate) => {
        const host = this.host(step.size, step.size)
        host.classList.add('shown')
        // What moves within the piece begins when it is seen.
        const drawing = setTimeout(() => this.undo.push(this.draw(host, step.what, step.size)), step.at / rate)
        this.undo.push(() => clearTimeout(drawing))
        const come = Math.min(0.4, COMES / step.ms)
        const here = (style: string, offset: number, opacity = 1): Keyframe => ({
          transform: `${at} ${style}`,
          offset,
          opacity,
        })
        const shaken = SHAKEN.map((turn, index) => {
          const offset = come + ((1 - 2 * come) * index) / (SHAKEN.length - 1)
          return here(`rotate(${turn}deg)`, offset)
        })
        const coming = step.how === 'turned' ? 'scaleX(0)' : 'scale(0.8)'
        const still = [here('scaleX(1)', come), here('scaleX(1)', 1 - come)]
        const keyframes = [here(coming, 0, 0), ...(step.how === 'shaken' ? shaken : still), here('scale(0.9)', 1, 0)]
        const timing = { delay: step.at / rate, duration: step.ms / rate, fill: 'both' } as const
        return () => this.removeAfter(host.animate(keyframes, timing), host)
      },
    ]
  }

  // --- writing ------------------------------------------------------------------------------------------------------

  private host(width: number, height: number): HTMLElement {
    const host = document.createElement('div')
    host.className = 'flight'
    host.style.width = `${width}px`
    host.style.height = `${height}px`
    this.layer.append(host)
    return host
  }

  private shadow(host: HTMLElement, round: boolean): HTMLElement {
    const shadow = document.createElement('div')
    shadow.className = round ? 'shadow round' : 'shadow'
    host.prepend(shadow)
    return shadow
  }

  private fly(
    host: HTMLElement,
    shadow: HTMLElement | undefined,
    path: readonly Frame[],
    { width, height }: { width: number; height: number },
    step: Carry,
    seenFrom: number,
    rate: number,
    arrives: boolean,
  ): void {
    const lift = step.lift ?? 0
    const keyframes = path.map(({ offset, x, y, scale, height: held }): Keyframe => {
      const size = scale * (1 + (lift * held) / 120)
      const transform = `translate(${x - (width * size) / 2}px, ${y - (height * size) / 2 - lift * held}px) scale(${size})`
      return { offset, transform, ...(arrives ? {} : { opacity: offset > 0.8 ? 1 - (offset - 0.8) * 5 : 1 }) }
    })
    const timing = { delay: step.at / rate, duration: step.ms / rate, fill: 'both' } as const
    this.removeAfter(host.animate(keyframes, timing), host)
    if (shadow !== undefined) {
      const heights = path.map(({ offset, height: held }) => ({
        offset,
        opacity: held * 0.45,
        transform: `translateY(${lift * 1.6 * held}px)`,
      }))
      this.running.push(shadow.animate(heights, timing))
    }
    if (seenFrom > 0) this.running.push(host.animate(HIDDEN, { duration: seenFrom / rate }))
  }

  private holdBack(element: Element, until: number, rate: number): void {
    this.involved.push(element)
    this.running.push(element.animate(HIDDEN, { duration: until / rate }))
  }

  private removeAfter(animation: Animation, host: HTMLElement): void {
    this.running.push(animation)
    animation.onfinish = () => host.remove()
  }
}

/** Whether an anchor is a place where the thing itself lies, so that it has its size there. */
function isPlaceOf(own: string, anchor: string): boolean {
  return anchor === own || (own.startsWith('tile:') && anchor === own.replace('tile:', 'mini:'))
}

/** Whether the best of the places where a step ends is on the page. */
function landsOn(step: Step, after: Sight): boolean {
  switch (step.do) {
    case 'carry':
      return step.late === true || after.get(step.to[0] ?? '') !== undefined
    case 'drop':
    case 'turn':
      return after.get(step.anchor) !== undefined
    case 'show':
      return after.get(step.over[0] ?? '') !== undefined
    case 'leave':
    case 'count':
    case 'scoring':
      return true
  }
}

function isLate(step: Step): step is Carry {
  return step.do === 'carry' && step.late === true
}

function wayOf(step: Carry, from: Seen, to: Seen, before: Sight): Point[] {
  const begin = centre(from.box)
  const end = centre(to.box)
  if (step.through !== undefined) {
    return [begin, ...step.through.flatMap((anchor) => before.get(anchor)?.box ?? []).map(centre), end]
  }
  const along = step.along ?? []
  const spaces = along.flatMap((anchor) => before.get(anchor)?.box ?? [])
  if (spaces.length < 2 || spaces.length !== along.length) return [begin, end]
  const all = before.boxes(rimOf(along))
  return alongRim(begin, spaces, end, around([from.box, ...all]))
}
