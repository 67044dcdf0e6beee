/** A board whose faults stay with it: a function that throws has no answer, and a part that throws is left out. */

import { NOTHING } from '../motion/steps'
import type { Board, Illustration, KeyHelp, Mounted, Part, Scenes, Surface, TourStop, Words } from './contract'
import type { Guard } from './guard'
import { inShadow } from './shadow'
import type { Spoken } from './spoken/spoken'

/** The board made safe; its `mount` alone still throws. `style`: the address of its style sheet, if it has one. */
export function guarded(board: Board, guard: Guard, style?: string): Board {
  /** As the function, but undefined where that throws; where there is none, there is none here either. */
  function asked<Given extends unknown[], Answer>(work: ((...given: Given) => Answer) | undefined) {
    return work && ((...given: Given): Answer | undefined => guard.attempt(() => work(...given)))
  }
  function drawn<Now>(part: Part<Now>): Part<Now> {
    return board.inPage === true ? part : inShadow(part, style)
  }
  function part<Now>(part: Part<Now> | undefined): Part<Now> | undefined {
    return part && leftOut(drawn(part), guard)
  }
  const surface = ({ label, back, badge, ...surface }: Surface): Surface => ({
    ...surface,
    label: (words) => guard.attempt(() => label(words)) ?? surface.key,
    ...(back && { back: (words: Words) => guard.attempt(() => back(words)) ?? surface.key }),
    ...(badge && {
      badge: (game, seat, words) => guard.attempt(() => badge(game, seat, words)) ?? { count: 0, said: '' },
    }),
  })
  const stop = ({ title, text, ...stop }: TourStop): TourStop => ({
    ...stop,
    title: (words) => guard.attempt(() => title(words)) ?? '',
    text: (words) => guard.attempt(() => text(words)) ?? '',
  })
  const key = ({ text, ...key }: KeyHelp): KeyHelp => ({
    ...key,
    text: (words) => guard.attempt(() => text(words)) ?? '',
  })
  const scenesOf = ({ scene, piece, scoring, ...scenes }: Scenes): Scenes =>
    given<Scenes>({
      ...scenes,
      scene: (change, times) =>
        guard.attempt(() => {
          const { steps, ms } = scene(change, times)
          return { steps: [...steps], ms: Number(ms) }
        }) ?? NOTHING,
      piece: part(piece),
      scoring: part(scoring),
    })
  const illustration = ({ draw, caption, ...illustration }: Illustration): Illustration => ({
    ...illustration,
    caption: (words) => guard.attempt(() => caption(words)) ?? '',
    draw: leftOut(drawn(draw), guard),
  })
  const { mount, order, spots, surfaces, overview, illustrations, spoken, scenes } = board
  return given<Board>({
    ...board,
    mount: running(drawn(mount), guard),
    prompt: asked(board.prompt),
    action: asked(board.action),
    confirm: asked(board.confirm),
    decided: asked(board.decided),
    note: asked(board.note),
    waits: asked(board.waits),
    offerOf: asked(board.offerOf),
    announce: asked(board.announce),
    surfaceFor: asked(board.surfaceFor),
    order: order && ((position) => guard.attempt(() => [...order(position)]) ?? []),
    spots: spots && ((line) => guard.attempt(() => [...spots(line)]) ?? []),
    surfaces: surfaces && ((playing) => guard.attempt(() => surfaces(playing).map(surface)) ?? []),
    spoken: spoken && ((position) => guard.attempt(() => whole(spoken(position))) ?? SILENT),
    tour: guard.attempt(() => board.tour?.map(stop)),
    keys: guard.attempt(() => board.keys?.map(key)),
    scenes: scenes && scenesOf(scenes),
    figures: part(board.figures),
    smallMap: part(board.smallMap),
    facts: part(board.facts),
    progress: part(board.progress),
    asked: part(board.asked),
    preferences: part(board.preferences),
    overview: overview && (async () => leftOut(drawn(await guard.run(overview)), guard)),
    illustrations: illustrations && (async () => (await guard.run(illustrations)).map(illustration)),
  })
}

const SILENT: Spoken = { sections: [], choices: [], refused: [] }

/** A description, with nothing in place of its missing parts. */
function whole(told: Spoken | Promise<Spoken>): Spoken | Promise<Spoken> {
  return told instanceof Promise ? told.then(whole) : { ...SILENT, ...told }
}

/** An object without the members that are undefined. */
function given<T extends object>(members: { [Name in keyof T]: T[Name] | undefined }): T {
  return Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined)) as T
}

/** A part that runs under guard, and throws what it throws. */
function running<Now>(part: Part<Now>, guard: Guard): Part<Now> {
  return (host, table, now) => {
    const { update, forget } = guard.run(() => part(host, table, now)) as Partial<Mounted<Now>>
    return {
      ...(update && { update: (next: Now) => guard.run(() => update(next)) }),
      forget: () => guard.attempt(() => forget?.()),
    }
  }
}

/** A part that goes away when it throws. */
function leftOut<Now>(part: Part<Now>, guard: Guard): Part<Now> {
  return (host, table, now) => {
    let drawn: Mounted<Now> | undefined
    function attempt(work: () => void): void {
      try {
        work()
      } catch (fault) {
        guard.warn(fault)
        drawn?.forget?.()
        drawn = undefined
        host.replaceChildren()
      }
    }
    attempt(() => (drawn = running(part, guard)(host, table, now)))
    const follows = drawn === undefined || (drawn as Mounted<Now>).update !== undefined
    return {
      ...(follows && { update: (next: Now) => attempt(() => drawn?.update?.(next)) }),
      forget: () => drawn?.forget?.(),
    }
  }
}
