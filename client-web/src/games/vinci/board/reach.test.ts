import { describe, expect, test } from 'vitest'
import { isEnding } from '../../../state/table/moves'
import { Words } from '../../../i18n/words'
import type { Position } from '../../../board/contract'
import { wordsFor } from '../../../board/words'
import { quietTable } from '../../../board/quiet'
import type { View } from '../../../wire/generated'
import { Board } from './board.svelte'
import { at, type Case, played } from './choices.fixture'
import { provinceOf } from './model'
import type { Position as Places } from './position'
import { prompt } from './prompt'
import { differs, movesOf, type Plan } from './regroup'

const words = wordsFor(new Words('en', {}), String)

/** A decision as the page tells it. */
const positionOf = ({ view, legal, offers, seat }: Case): Position => ({
  game: view as unknown as View,
  legal,
  offers,
  words,
  people: { seats: 6, mine: seat, seat: String },
})

/** The board of a position, as the page makes it. */
function boardOf(each: Case): Board {
  const position = positionOf(each)
  return new Board(() => ({
    ...position,
    lying: position.game,
    players: [],
    options: {},
    guided: false,
    chosen: undefined,
    history: [],
    happened: [],
    news: () => false,
    range: () => undefined,
    past: false,
    looking: undefined,
    lit: new Set<string>(),
    surface: undefined,
    settings: { theme: 'light', language: 'en', motion: false, input: 'mouse' },
    table: quietTable,
  }))
}

/** The same decision once pieces lie as planned. */
function carriedOut(each: Case, plan: Plan): Case {
  const { view, seat } = each
  const land = Object.fromEntries(
    Object.entries(view.land).map(([name, holding]) => {
      const row = plan.rows.find(({ province }) => province === name)
      return [name, row === undefined ? holding : { ...holding, pieces: row.then }]
    }),
  )
  const players = { ...view.players, [seat]: { ...view.players[String(seat)], hand: plan.hand } } as Places['players']
  return { ...each, view: { ...view, land, players } }
}

test('whatever is legal can be done by the map, the pairs, the panel or the action bar', () => {
  for (const each of played) {
    const board = boardOf(each)
    const less = new Set(board.plan?.rows.filter((row) => row.less).map(({ province }) => province))
    const more = new Set(board.plan?.rows.filter((row) => row.more).map(({ province }) => province))
    for (const move of each.legal) {
      const province = provinceOf(move) ?? ''
      const ways: Readonly<Record<string, boolean>> = {
        choose_pair: board.pairs.some((pair) => pair.move === move),
        conquer: board.targets.get(province)?.move === move,
        infiltrate: board.targets.get(province)?.spied?.move === move,
        gather: board.gatherable.has(province),
        decline: board.decline === move,
        keep_part: board.parts.some((part) => part.move === move),
        take_up: less.has(province),
        put_down: more.has(province),
        place_survivors: more.has(province),
        build_fort: board.plan?.hand !== 0 || board.forts.get(province) === move,
        // The panel lists them as they come.
        make_treaty: board.plan !== undefined || each.view.step === 'expand',
      }
      expect(isEnding(move.type) || ways[move.type], JSON.stringify([each.view.step, move])).toBe(true)
    }
  }
})

describe('while pieces are moved', () => {
  test('the main button carries out what is wished, waits for it, or ends the turn', () => {
    for (const each of at('regroup', 'survive')) {
      const board = boardOf(each)
      const may = (type: string): boolean => each.legal.some((move) => move.type === type)
      const said = prompt(positionOf(each))
      if (board.action === undefined) expect(said?.done, JSON.stringify(each.legal)).toBe(true)
      else expect(board.action.disabled).toBe(true)
      if (said?.ends !== undefined) expect(may('build_fort') || may('make_treaty')).toBe(true)
      board.shareOut()
      if (board.plan?.changed !== true) continue
      expect(board.action?.disabled).toBe(false)
      expect(each.legal).toContainEqual(movesOf(board.plan, board.distributing ?? 'survive')[0])
    }
  })

  test('sharing out is offered only where pieces would then lie otherwise', () => {
    let again = 0
    for (const each of at('regroup', 'survive')) {
      const board = boardOf(each)
      if (board.shared === undefined) continue
      expect(differs(board.plan as Plan, board.shared)).toBe(true)
      board.shareOut()
      expect(board.plan?.changed).toBe(true)
      const plan = board.plan as Plan
      const spare = plan.rows.some(({ then }) => then > 1)
      // What lies as it would be shared out is not shared out once more.
      const after = boardOf(carriedOut(each, plan))
      after.shareOut()
      const settled = boardOf(carriedOut(each, after.plan ?? plan))
      expect(settled.plan?.hand === 0 ? settled.shared : undefined).toBeUndefined()
      if (spare && plan.rows.some(({ less }) => less)) again += 1
    }
    expect(again).toBeGreaterThan(0)
  })
})
