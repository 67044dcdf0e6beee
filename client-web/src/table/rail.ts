/** What the rail says and offers at every stage of a table. */

import { plain } from '../lib/words'
import { line } from '../lib/app.svelte'
import { copy } from '../lib/clipboard'
import { isTaken } from '../lib/document'
import { list, said, t } from '../lib/i18n.svelte'
import { isEnding, offerFor } from '../lib/moves'
import { tablePath } from '../lib/routes'
import { toast } from '../lib/toasts.svelte'
import type { Line } from '../wire/generated'
import type { TableModel } from './model.svelte'

/** A button of the rail. */
export interface Deed {
  label: string
  run: () => void
  key?: string
  disabled?: boolean
  /** Why it cannot be done now; said when it is tried. */
  why?: string
}

/** What the rail says and offers. */
export interface RailState {
  colour: string | undefined
  title: string
  help: string
  /** Cost, gain and consequence: a grey word and a text each. */
  facts: { word: string; text: string }[]
  /** The position has moved on, and what that means for oneself is about to come. */
  busy: boolean
  undo: Deed | undefined
  more: Deed[]
  main: Deed | undefined
}

export function railState(model: TableModel): RailState {
  const { info } = model
  const rail: RailState = {
    colour: undefined,
    title: '',
    help: '',
    facts: [],
    busy: false,
    undo: undefined,
    more: [],
    main: undefined,
  }
  if (info === undefined) return rail
  if (model.visiting) return visiting(model, rail)
  if (info.phase === 'open') return open(model, rail)
  return info.phase === 'running' ? running(model, rail) : ended(model, rail)
}

function visiting(model: TableModel, rail: RailState): RailState {
  const { visit, seq } = model.state
  if (visit === undefined) return rail
  const passed = seq - visit.since
  rail.title = t('rail.visiting', { seq: visit.seq, last: seq })
  rail.help = visit.view === undefined ? t('loading.past') : t('rail.visiting.help')
  if (passed > 0) rail.help = t('rail.passed', { count: passed })
  rail.main = { label: t('rail.back_to_now', { count: passed }), run: () => model.store.backToNow(), key: 'Esc' }
  rail.more.push({
    label: t('rail.copy_position'),
    run: () => {
      const address = new URL(tablePath(model.table, visit.seq), location.origin).href
      void copy(address).then((done) => toast(done ? t('copied') : address))
    },
  })
  const to = model.returnTo
  if (to !== undefined) {
    rail.more.push({
      label: t('rail.ask_undo'),
      run: () => {
        void model.act({ type: 'propose', what: 'undo', to }).then((answer) => {
          if (answer !== undefined) model.store.backToNow()
        })
      },
    })
  }
  return rail
}

function open(model: TableModel, rail: RailState): RailState {
  const { info, mySeat } = model
  if (info === undefined) return rail
  const free = info.seats.filter((seat) => !isTaken(seat))
  const first = free[0]
  rail.colour = mySeat?.colour
  if (mySeat === undefined) {
    rail.title = t(first === undefined ? 'rail.full' : 'rail.take_seat')
    rail.help = t('rail.free', { count: free.length })
    if (first !== undefined) {
      rail.main = { label: t('open.sit'), key: '↵', run: () => void model.act({ type: 'sit', seat: first.seat }) }
    }
    return rail
  }
  if (!mySeat.ready) {
    rail.title = t('rail.say_ready')
    rail.help = free.length > 0 ? t('rail.free', { count: free.length }) : t('rail.ready.help')
    rail.main = { label: t('rail.ready'), key: '↵', run: () => model.ready(true) }
    return rail
  }
  const slow = info.seats.filter((seat) => isTaken(seat) && !seat.ready).map((seat) => model.seatName(seat.seat))
  rail.title = t('rail.waiting')
  rail.help =
    free.length > 0 ? t('rail.waiting.free', { count: free.length }) : t('rail.waiting.ready', { names: list(slow) })
  rail.more.push({ label: t('rail.unready'), run: () => model.ready(false) })
  return rail
}

function running(model: TableModel, rail: RailState): RailState {
  const { info, mySeat, turn, legal, chosen } = model
  if (info === undefined) return rail
  const acting = info.pending.filter((seat) => seat !== mySeat?.seat)
  const names = list(acting.map((seat) => model.seatName(seat)))
  const mine = turn?.must === true
  rail.busy = mySeat !== undefined && turn?.seq !== model.state.seq
  rail.colour = mine ? mySeat?.colour : info.seats[acting[0] ?? -1]?.colour
  rail.title = mine ? t('rail.your_turn') : acting.length > 0 ? t('rail.acting', { names, count: acting.length }) : ''
  rail.help = t(mySeat === undefined ? 'rail.watching' : 'rail.not_you')
  if (mine) rail.help = t('rail.choices', { count: legal.length })
  else if (legal.length > 0) rail.help = t('rail.may_change')
  if (turn !== undefined) addUndo(model, rail)
  if (model.slow) rail.help = t(line.now.link.is === 'connected' ? 'rail.sending' : 'rail.unsent')
  if (chosen !== undefined) {
    const label = model.words.move(chosen, model.people.seat)
    rail.main = { label, key: '↵', disabled: model.sending, run: () => void model.make(chosen) }
    rail.facts = facts(model)
  }
  const endings = legal.filter((move) => isEnding(move.type) && move !== chosen)
  for (const move of endings) {
    const label = model.words.move(move, model.people.seat)
    rail.more.push({ label, disabled: model.sending, run: () => void model.make(move) })
  }
  return rail
}

function addUndo(model: TableModel, rail: RailState): void {
  const { turn } = model
  const back = turn?.undo ?? []
  const why = turn?.undo_refused ?? ''
  const undo: Deed = { label: t('rail.undo'), disabled: model.sending, run: model.undo }
  if (back.length === 0) undo.why = said(`refused.${why}`) ?? t('refused.nothing_to_undo')
  rail.undo = undo
  if (back.length > 1) rail.more.push({ label: t('rail.reset'), disabled: model.sending, run: model.reset })
  if ((turn?.redo ?? []).length > 0) rail.more.push({ label: t('rail.redo'), disabled: model.sending, run: model.redo })
}

/** What the chosen move costs and brings. */
function facts(model: TableModel): RailState['facts'] {
  const { chosen, words } = model
  const offer = chosen === undefined ? undefined : offerFor(model.offers, chosen)
  const joined = (lines: readonly Line[] = []) =>
    lines.map((each) => plain(words.part(each, model.people.seat))).join(' · ')
  const [price, gain] = [joined(offer?.price), joined(offer?.gain)]
  return [
    ...(price === '' ? [] : [{ word: t('moves.costs'), text: price }]),
    ...(gain === '' ? [] : [{ word: t('moves.brings'), text: gain }]),
  ]
}

function ended(model: TableModel, rail: RailState): RailState {
  const { info } = model
  if (info === undefined) return rail
  const winners = info.result?.winners ?? []
  const first = winners[0]
  rail.colour = first === undefined ? undefined : info.seats[first]?.colour
  rail.title =
    first === undefined
      ? t('rail.over')
      : t('rail.won', {
          names: list(winners.map((seat) => model.seatName(seat))),
          count: winners.length,
          points: info.result?.scores[first] ?? 0,
        })
  rail.help = said(`ending.${info.ending ?? 'finished'}`) ?? ''
  rail.main = { label: t('rail.play_again'), run: () => void model.playAgain() }
  return rail
}
