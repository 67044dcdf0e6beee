import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { loadLanguage, t } from '../../i18n/i18n.svelte'
import type { Seat, TableInfo } from '../../state/table/document'
import { Words } from '../../i18n/words'
import type { GameMove, Turn } from '../../wire/generated'
import type { TableModel } from '../model/model.svelte'
import { actionBarState } from './actionbar'

beforeAll(() => loadLanguage())

const take: GameMove = { type: 'take', tile: 'a' }
const other: GameMove = { type: 'take', tile: 'b' }
const end: GameMove = { type: 'end_turn' }
const words = new Words('en', {
  'move.take': 'Take {tile}',
  'move.end_turn': 'End the turn',
  'part.cost': '{count} stones',
})

const seat = (number: number, more: Partial<Seat> = {}): Seat => ({
  seat: number,
  person: `p${number}`,
  bot: false,
  ready: true,
  freed: false,
  colour: ['stag', 'heron'][number] ?? '',
  ...more,
})

function info(more: Partial<TableInfo> = {}): TableInfo {
  const around = {
    game: 'toy',
    host: 'p0',
    access: 'open',
    watch: 'all',
    created: 0,
    options: {},
    seedHash: '',
  } as const
  const rest = { seed: undefined, ending: undefined, proposal: undefined, result: undefined }
  return { ...around, ...rest, phase: 'running', seats: [seat(0), seat(1)], pending: [0], ...more }
}

const turn: Turn = { t: 'turn', table: 't', seq: 5, seat: 0, ask: 5, must: true, legal: [take, other] }

const actions = {
  make: vi.fn(),
  act: vi.fn(() => Promise.resolve(undefined)),
  ready: vi.fn(),
  undo: vi.fn(),
  reset: vi.fn(),
  redo: vi.fn(),
  look: vi.fn(),
  waitEnding: vi.fn(),
  playAgain: vi.fn(),
}
beforeEach(() => vi.clearAllMocks())

/** A table as the action bar sees it: your turn at seat 0, unless told otherwise. */
function at({ chosen, picked, considered, left, ...more }: Record<string, unknown> = {}): TableModel {
  const table = (more['info'] as TableInfo | undefined) ?? info()
  const decision = 'turn' in more ? (more['turn'] as Turn | undefined) : turn
  const { make, waitEnding: wait, playAgain: play, ...others } = actions
  return {
    ...others,
    choice: { make, chosen, picked, considered },
    turnEnd: { left, wait },
    rematch: { play, seat: table.seats[0] },
    table: 't',
    info: table,
    turn: decision,
    legal: decision?.legal ?? [],
    mySeat: table.seats[0],
    welcome: true,
    closure: { holds: false },
    state: { seq: 5, visit: undefined, entries: [] },
    store: { backToNow: vi.fn(), visit: vi.fn() },
    visiting: false,
    words,
    people: { seat: (number: number) => ['Ann', 'Bob'][number] },
    offers: [],
    ...more,
  } as unknown as TableModel
}

test('before the table has come the action bar is empty', () => {
  expect(actionBarState({ info: undefined } as unknown as TableModel)).toMatchObject({
    title: '',
    main: undefined,
    more: [],
  })
})

test('with nothing chosen the main action holds its place without being lit', () => {
  const actionBar = actionBarState(at())
  expect(actionBar).toMatchObject({ title: t('rail.your_turn'), colour: 'stag', choosing: true, busy: false })
  expect(actionBar.main).toMatchObject({ label: t('rail.nothing_chosen'), disabled: true })
})

test('the chosen move is named, with what it costs, and made', () => {
  const offers = [{ target: 'a', move: take, price: [{ key: 'cost', params: { count: 2 } }] }]
  const actionBar = actionBarState(at({ chosen: take, considered: take, offers }))
  expect(actionBar.main?.label).toBe('Take a')
  expect(actionBar.facts.map(({ text }) => text)).toEqual(['2 stones'])
  actionBar.main?.run()
  expect(actions.make).toHaveBeenCalledWith(take)
})

test('ending the turn stands beside other moves, has its key, and is the main action where it is the only one', () => {
  const beside = actionBarState(at({ turn: { ...turn, legal: [take, end] } }))
  expect(beside.more).toMatchObject([{ label: 'End the turn', key: 'E', ends: true }])
  const sole = actionBarState(at({ turn: { ...turn, legal: [end] }, chosen: end }))
  expect(sole.main).toMatchObject({ label: 'End the turn', ends: true })
  expect(sole.more).toEqual([])
})

test('where what matters is done, ending the turn is the main action until something else is chosen', () => {
  const board = { prompt: () => ({ title: 'Done', done: true }) }
  const done = { board, game: {}, turn: { ...turn, legal: [take, end] } }
  const actionBar = actionBarState(at(done))
  expect(actionBar.main).toMatchObject({ label: 'End the turn', ends: true, key: '↵' })
  expect(actionBar.more).toEqual([])
  actionBar.main?.run()
  expect(actions.make).toHaveBeenCalledWith(end)
  const chosen = actionBarState(at({ ...done, chosen: take }))
  expect(chosen.main?.label).toBe('Take a')
  expect(chosen.more).toMatchObject([{ label: 'End the turn', key: 'E' }])
  const undone = { prompt: () => ({ title: 'Done', done: true, ends: 'End without a fort' }) }
  expect(actionBarState(at({ ...done, board: undone })).main).toMatchObject({ label: 'End without a fort', ends: true })
  expect(actionBarState(at({ ...done, board: undone, chosen: take })).main?.label).toBe('Take a')
})

test('what the board itself does next is the main action until a move is chosen', () => {
  const action = { label: 'Place like this', disabled: false, run: vi.fn() }
  const actionBar = actionBarState(at({ action }))
  expect(actionBar.main).toMatchObject({ label: 'Place like this', key: '↵', disabled: false })
  actionBar.main?.run()
  expect(action.run).toHaveBeenCalledOnce()
  expect(actionBarState(at({ action, chosen: take })).main?.label).toBe('Take a')
})

test('who waits is told what the others are about, where the game says so', () => {
  const waits = { game: {}, turn: { ...turn, must: false, legal: [] } }
  const board = { waits: (_: unknown, pending: number[]) => `${pending.length} to come` }
  expect(actionBarState(at({ ...waits, board })).help).toMatch(/ to come$/)
  expect(actionBarState(at({ ...waits, board: {} })).help).toBe(t('rail.not_you'))
  const said = { waits: () => ({ title: 'Bob places 2', help: 'Then Ann' }) }
  expect(actionBarState(at({ ...waits, board: said }))).toMatchObject({ title: 'Bob places 2', help: 'Then Ann' })
})

test('a turn that ends by itself says when, and can be held', () => {
  const actionBar = actionBarState(at({ turn: { ...turn, legal: [end] }, chosen: end, left: 2_100 }))
  expect(actionBar.help).toBe(t('rail.ends_itself', { seconds: 3 }))
  actionBar.more[0]?.run()
  expect(actions.waitEnding).toHaveBeenCalled()
})

test('what is on its way is named and cannot be made twice', () => {
  const actionBar = actionBarState(at({ chosen: take, sending: true, underway: 'Take a', slow: true }))
  expect(actionBar.main).toMatchObject({ label: 'Take a', disabled: true })
  expect(actionBar.undo?.disabled).toBe(true)
  expect(actionBar.help).not.toBe('')
})

test('the way back goes one step, or all; where there is none the button says why', () => {
  const actionBar = actionBarState(at({ turn: { ...turn, undo: [4, 3], redo: [6] } }))
  expect(actionBar.undo?.why).toBeUndefined()
  expect(actionBar.more.map(({ label }) => label)).toEqual([t('rail.reset'), t('rail.redo')])
  expect(actionBarState(at()).undo?.why).toBe(t('refused.nothing_to_undo'))
  expect(actionBarState(at({ turn: { ...turn, undo_refused: 'drawn' } })).undo?.why).toBe(t('refused.drawn'))
})

test('what all choose at once is changed by choosing again, also after others have chosen', () => {
  const others = { undo_refused: 'other_moved' }
  const decided = { turn: { ...turn, ...others, must: false }, info: info({ pending: [1] }) }
  expect(actionBarState(at(decided)).undo?.why).toBe(t('rail.choose_again'))
  expect(actionBarState(at({ turn: { ...turn, ...others } })).undo?.why).toBe(t('refused.other_moved'))
})

test('what cannot be taken back alone is asked of the others, or taken back where nobody else plays', () => {
  const entries = [
    { seq: 2, at: 0, kind: 'moved', seat: 1 },
    { seq: 3, at: 0, kind: 'moved', seat: 0 },
    { seq: 5, at: 0, kind: 'moved', seat: 1 },
  ]
  const state = { seq: 5, visit: undefined, entries }
  const drawn = { turn: { ...turn, undo_refused: 'drawn' }, state }
  const { undo } = actionBarState(at(drawn))
  expect(undo).toMatchObject({ label: t('rail.ask_undo.own'), note: t('rail.ask_undo.moves', { moves: 2 }) })
  expect(undo?.why).toBeUndefined()
  undo?.run()
  expect(actions.act).toHaveBeenCalledWith({ type: 'propose', what: 'undo', to: 2 })
  const bots = info({ seats: [seat(0), seat(1, { person: '', bot: true })] })
  expect(actionBarState(at({ ...drawn, info: bots })).undo?.label).toBe(t('rail.undo'))
  const limit = { turn: { ...turn, undo_refused: 'undo_limit' }, state }
  expect(actionBarState(at(limit)).undo?.why).toBe(t('refused.undo_limit'))
})

test('what was chosen can be made while another surface is shown; until then the button leads back', () => {
  const home = { label: 'Back to: Sea', run: vi.fn() }
  expect(actionBarState(at(), home).main?.label).toBe('Back to: Sea')
  expect(actionBarState(at({ chosen: take, picked: take }), home).main?.label).toBe('Take a')
})

test('the position has moved on while the own decision has not come', () => {
  expect(actionBarState(at({ state: { seq: 6, visit: undefined, entries: [] } })).busy).toBe(true)
})

test('while others act there is no sun', () => {
  const actionBar = actionBarState(at({ info: info({ pending: [1] }), turn: { ...turn, must: false, legal: [] } }))
  expect(actionBar).toMatchObject({
    title: t('rail.acting', { names: 'Bob', count: 1 }),
    colour: 'heron',
    main: undefined,
    choosing: false,
  })
})

test('who has chosen in secret may choose anew, and only then there is a main action', () => {
  const decided = { turn: { ...turn, must: false }, info: info({ pending: [1] }) }
  expect(actionBarState(at(decided)).main).toBeUndefined()
  expect(actionBarState(at({ ...decided, picked: other })).main?.label).toBe('Take b')
})

test('who only watches chooses whose land to see', () => {
  const actionBar = actionBarState(at({ mySeat: undefined, turn: undefined, looking: 1 }))
  expect(actionBar).toMatchObject({ watching: true, main: undefined, facts: [{ text: 'Bob' }] })
  expect(actionBar.more[0]?.choices?.map(({ label, on }) => [label, on])).toEqual([
    [t('rail.follow'), false],
    ['Ann', false],
    ['Bob', true],
  ])
})

test('from another land, and to the surface where one decides, there is a way back', () => {
  const home = { label: 'To the ring', run: vi.fn() }
  const actionBar = actionBarState(at({ looking: 1 }), home)
  expect(actionBar.main).toBe(home)
  actionBar.more[0]?.run()
  expect(actions.look).toHaveBeenCalledWith(undefined)
})

test('who is not invited is told so, and offered no seat', () => {
  const table = info({ phase: 'open', pending: [], seats: [seat(0), seat(1, { person: '' })], access: 'invited' })
  const actionBar = actionBarState(at({ info: table, turn: undefined, mySeat: undefined, welcome: false }))
  expect(actionBar.main).toBeUndefined()
  expect(actionBar.title).toBe(t('rail.by_invitation'))
})

test('an open table is sat down at, then one is ready, then one waits for the others', () => {
  const free = seat(1, { person: '', ready: false })
  const open = (first: Partial<Seat>, more = {}) =>
    actionBarState(
      at({ info: info({ phase: 'open', pending: [], seats: [seat(0, first), free] }), turn: undefined, ...more }),
    )
  open({}, { mySeat: undefined }).main?.run()
  expect(actions.act).toHaveBeenCalledWith({ type: 'sit', seat: 1 })
  open({ ready: false }).main?.run()
  expect(actions.ready).toHaveBeenCalledWith(true)
  const waiting = open({})
  expect(waiting.main).toBeUndefined()
  waiting.more[0]?.run()
  expect(actions.ready).toHaveBeenCalledWith(false)
})

test('at a table that moderators have closed there is nothing to do but to leave it, at every stage', () => {
  for (const phase of ['open', 'running'] as const) {
    const actionBar = actionBarState(at({ info: info({ phase }), closure: { holds: true } }))
    expect(actionBar).toMatchObject({ title: t('rail.closed'), main: { label: t('nav.to_tables') }, more: [] })
  }
})

test('a past position leads back to now, says what passed, and can be asked for where one plays', () => {
  const visit = { seq: 3, since: 4, view: {} }
  const actionBar = actionBarState(at({ visiting: true, returnTo: 2, state: { seq: 5, visit, entries: [] } }))
  expect(actionBar.main).toMatchObject({ label: t('rail.back_to_now', { count: 1 }), key: 'Esc' })
  actionBar.more[0]?.run()
  expect(actions.act).toHaveBeenCalledWith({ type: 'propose', what: 'undo', to: 2 })
  expect(actionBarState(at({ visiting: true, state: { seq: 5, visit, entries: [] } })).more).toHaveLength(1)
})

test('a past position of a game that is over can be played on from', () => {
  const visit = { seq: 3, since: 4, view: {} }
  const model = at({
    visiting: true,
    info: info({ phase: 'ended', pending: [] }),
    then: info(),
    state: { seq: 5, visit, entries: [] },
  })
  const actionBar = actionBarState(model)
  expect(actionBar.more.map(({ label }) => label)).toEqual([t('rail.play_on'), t('rail.copy_position')])
  actionBar.more[0]?.run()
  expect(model.playingOn).toBe(3)
})

test('who watches can take a seat that the others have freed', () => {
  const table = info({ seats: [seat(0), seat(1, { person: '', freed: true })] })
  const actionBar = actionBarState(at({ info: table, mySeat: undefined, turn: undefined }))
  expect(actionBar.main?.label).toBe(t('seat.take_over'))
  actionBar.main?.run()
  expect(actions.act).toHaveBeenCalledWith({ type: 'sit', seat: 1 })
})

test('nobody has won while the points are counted', () => {
  const result = { scores: [7, 9], places: [2, 1], winners: [1], parts: {} }
  const over = { info: info({ phase: 'ended', pending: [], result }), turn: undefined }
  expect(actionBarState(at({ ...over, counting: true }))).toMatchObject({ title: t('rail.counting'), facts: [] })
  expect(actionBarState(at(over)).title).toBe(
    t('rail.won.with', { names: 'Bob', count: 1, score: t('points.with', { points: 9 }) }),
  )
})

test('a past position tells what had just happened, and the end in which order the seats came in', () => {
  const entry = (seq: number, tile: string) => ({ seq, kind: 'moved', lines: [{ key: 'take', params: { tile } }] })
  const told = new Words('en', { 'line.take': 'Somebody takes {tile}' })
  const state = { seq: 5, visit: { seq: 3, since: 4, view: {} }, entries: [entry(3, 'a'), entry(4, 'b')] }
  const past = actionBarState(at({ visiting: true, words: told, crowd: { seat: String }, state }))
  expect(past).toMatchObject({ facts: [{ word: t('rail.happened'), text: 'Somebody takes a' }], urgent: true })
  const result = { scores: [7, 9], places: [2, 1], winners: [1], parts: {} }
  const over = actionBarState(at({ info: info({ phase: 'ended', pending: [], result }), turn: undefined }))
  expect(over.facts).toEqual([
    { word: t('rail.ranked', { place: 1, name: 'Bob' }), text: '9' },
    { word: t('rail.ranked', { place: 2, name: 'Ann' }), text: '7' },
  ])
})

test('at the end the winner stands there, the result comes back when it was put away, and one plays again', () => {
  const result = { scores: [7, 9], places: [2, 1], winners: [1], parts: {} }
  const over = { info: info({ phase: 'ended', pending: [], result, ending: 'finished' }), turn: undefined }
  const actionBar = actionBarState(at({ ...over, resultShown: true }))
  expect(actionBar).toMatchObject({
    title: t('rail.won.with', { names: 'Bob', count: 1, score: t('points.with', { points: 9 }) }),
    colour: 'heron',
  })
  actionBar.main?.run()
  expect(actions.playAgain).toHaveBeenCalled()
  expect(actionBar.more).toHaveLength(1)
  expect(actionBarState(at({ ...over, resultShown: false })).more).toHaveLength(2)
})
