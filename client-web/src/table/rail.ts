/** What the rail says and offers at every stage of a table. */

import { plain } from '../lib/words'
import { line } from '../lib/app.svelte'
import { copy } from '../lib/clipboard'
import { isTaken } from '../lib/document'
import { list, said, t } from '../lib/i18n.svelte'
import { isEnding, offerFor } from '../lib/moves'
import { won } from './outcome'
import { stepPrompt } from './prompt'
import { tablePath } from '../lib/routes'
import { toast } from '../lib/toasts.svelte'
import type { Line, Offer } from '../wire/generated'
import type { TableModel } from './model.svelte'

/** A button of the rail. */
export interface Deed {
  label: string
  run: () => void
  key?: string
  disabled?: boolean
  /** Ends the turn: there is a key for that alone. */
  ends?: boolean
  /** Why it cannot be done now; said when it is tried. */
  why?: string
  /** It opens a choice in place of doing something. */
  choices?: Deed[]
  /** Of a choice: the one that holds. */
  on?: boolean
}

/** What the rail says and offers. */
export interface RailState {
  colour: string | undefined
  /** One only watches: a spyglass stands in place of a disc. */
  watching: boolean
  title: string
  help: string
  /** Cost, gain and consequence: a grey word and a text each. */
  facts: { word: string; text: string }[]
  /** There is a choice: where the facts have a line of their own, it is kept for them, so that nothing moves. */
  choosing: boolean
  /** The same as the game draws it, where it does. */
  offer: Offer | undefined
  /** The words say what must be seen now: where there is room for one of them, facts give way. */
  urgent: boolean
  /** The position has moved on, and what that means for oneself is about to come. */
  busy: boolean
  undo: Deed | undefined
  /** The first of them stands open, the others behind a button. */
  more: Deed[]
  /** The one sun button. While it is disabled, it holds its place without being lit. */
  main: Deed | undefined
}

/** `home`: on narrow screens, the way to the surface on which there is something to decide, while another is shown. */
export function railState(model: TableModel, home?: Deed): RailState {
  const { info } = model
  const rail: RailState = {
    colour: undefined,
    watching: false,
    title: '',
    help: '',
    facts: [],
    choosing: false,
    offer: undefined,
    urgent: false,
    busy: false,
    undo: undefined,
    more: [],
    main: undefined,
  }
  if (info === undefined) return rail
  if (model.visiting) return visiting(model, rail)
  if (info.phase === 'open') return open(model, rail)
  if (info.phase === 'running') running(model, rail)
  else ended(model, rail)
  // What was chosen can be made from everywhere.
  if (home !== undefined && rail.main !== undefined && model.picked === undefined) rail.main = home
  if (model.looking !== undefined && model.mySeat !== undefined) {
    const name = model.seatName(model.looking)
    rail.more.unshift({ label: t('rail.stop_looking', { name }), key: 'Esc', run: () => model.look(undefined) })
  }
  return rail
}

function visiting(model: TableModel, rail: RailState): RailState {
  const { visit, seq } = model.state
  if (visit === undefined) return rail
  const passed = seq - visit.since
  rail.title = t('rail.visiting', { seq: visit.seq, last: seq })
  rail.help = visit.view === undefined ? t('loading.past') : t('rail.visiting.help')
  if (passed > 0) rail.help = t('rail.passed', { count: passed })
  rail.main = { label: t('rail.back_to_now', { count: passed }), run: () => model.store.backToNow(), key: 'Esc' }
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
  rail.more.push({
    label: t('rail.copy_position'),
    run: () => {
      const address = new URL(tablePath(model.table, visit.seq), location.origin).href
      void copy(address).then((done) => toast(done ? t('copied') : address))
    },
  })
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
    if (first !== undefined && !model.welcome) {
      rail.title = t('rail.by_invitation')
      rail.help = t('rail.by_invitation.help')
    } else if (first !== undefined) {
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

function running(model: TableModel, rail: RailState): void {
  const { info, mySeat, turn, legal } = model
  if (info === undefined) return
  rail.busy = mySeat !== undefined && turn?.seq !== model.state.seq
  if (turn?.must === true) deciding(model, rail)
  else if (legal.length > 0) decided(model, rail)
  else waiting(model, rail)
  if (turn !== undefined) addUndo(model, rail)
  if (model.slow) rail.help = t(line.now.link.is === 'connected' ? 'rail.sending' : 'rail.unsent')
  rail.urgent = model.slow || model.ending !== undefined
}

/** It is one's turn: what there is to do, what the considered move means, and the deed. */
function deciding(model: TableModel, rail: RailState): void {
  const { game, legal, chosen, words, people, mySeat } = model
  const prompt = game === undefined ? undefined : model.board?.prompt?.(game, legal, words, model.crowd)
  const locked = model.offers.filter((offer) => offer.refusal !== undefined).length
  const deed = chosen ?? (prompt?.done === true ? legal.find((move) => isEnding(move.type)) : undefined)
  rail.colour = mySeat?.colour
  rail.title = prompt?.title ?? stepPrompt(game, words) ?? t('rail.your_turn')
  rail.help = prompt?.help ?? t('rail.choices', { count: legal.length, locked })
  tellConsidered(model, rail)
  rail.choosing = true
  if (model.sending) {
    rail.main = { label: model.underway, disabled: true, run: () => undefined }
  } else if (chosen === undefined && model.deed !== undefined) {
    rail.main = { ...model.deed, key: '↵' }
  } else if (deed !== undefined) {
    const label = model.board?.deed?.(deed, words) ?? words.move(deed, people.seat)
    rail.main = { label, key: '↵', ends: isEnding(deed.type), run: () => void model.make(deed) }
  } else if (legal.length > 0) {
    rail.main = { label: t('rail.nothing_chosen'), disabled: true, run: () => undefined }
  }
  const { ending } = model
  if (ending !== undefined) {
    rail.help = t('rail.ends_itself', { seconds: Math.ceil(ending / 1_000) })
    rail.more.push({ label: t('rail.wait'), run: () => model.waitEnding() })
  }
  addEndings(model, rail, deed)
}

/** One has decided and may still change it: no sun until another choice is made. */
function decided(model: TableModel, rail: RailState): void {
  const { info, mySeat, picked, words, people } = model
  rail.colour = mySeat?.colour
  rail.title = t('rail.decided')
  rail.help = t('rail.may_change', { count: info?.pending.length ?? 0 })
  tellConsidered(model, rail)
  if (picked !== undefined) {
    const label = words.move(picked, people.seat)
    rail.main = { label, key: '↵', disabled: model.sending, run: () => void model.make(picked) }
  }
  addEndings(model, rail)
}

function waiting(model: TableModel, rail: RailState): void {
  const { info, mySeat, game, board, words, crowd } = model
  if (info === undefined) return
  const acting = info.pending.filter((seat) => seat !== mySeat?.seat)
  const names = list(acting.map((seat) => model.seatName(seat)))
  const moving = acting.length > 0 ? t('rail.acting', { names, count: acting.length }) : ''
  rail.colour = info.seats[acting[0] ?? -1]?.colour
  if (mySeat !== undefined) {
    rail.title = moving
    rail.help = (game && board?.waits?.(game, acting, words, crowd)) ?? t('rail.not_you')
    return
  }
  rail.watching = true
  rail.title = t('rail.watching')
  rail.help = moving
  rail.facts = [
    {
      word: t('rail.shown'),
      text: model.looking === undefined ? t('rail.mover') : model.seatName(model.looking),
    },
  ]
  rail.more.push({
    label: t('rail.choose_eyes'),
    run: () => undefined,
    choices: [
      { label: t('rail.follow'), on: model.looking === undefined, run: () => model.look(undefined) },
      ...info.seats.map((seat) => ({
        label: model.seatName(seat.seat),
        on: model.looking === seat.seat,
        run: () => model.look(seat.seat),
      })),
    ],
  })
}

/** What ends the turn, unless it is the main deed already. */
function addEndings(model: TableModel, rail: RailState, deed = model.chosen): void {
  const { legal, words, people } = model
  for (const move of legal.filter((each) => isEnding(each.type) && each !== deed)) {
    const label = words.move(move, people.seat)
    rail.more.push({ label, key: 'E', ends: true, disabled: model.sending, run: () => void model.make(move) })
  }
}

function addUndo(model: TableModel, rail: RailState): void {
  const { turn } = model
  const back = turn?.undo ?? []
  const why = turn?.undo_refused ?? ''
  const undo: Deed = { label: t('rail.undo'), disabled: model.sending, run: model.undo }
  if (back.length === 0) undo.why = said(`refused.${why}`) ?? t('refused.nothing_to_undo')
  // What all choose at once is changed by choosing again, also when others have chosen since.
  if (why === 'other_moved' && turn?.must === false && model.legal.length > 0) undo.why = t('rail.choose_again')
  rail.undo = undo
  if (back.length > 1) rail.more.push({ label: t('rail.reset'), disabled: model.sending, run: model.reset })
  if ((turn?.redo ?? []).length > 0) rail.more.push({ label: t('rail.redo'), disabled: model.sending, run: model.redo })
}

/** What the considered move costs and brings. */
function tellConsidered(model: TableModel, rail: RailState): void {
  const { considered, words } = model
  const offer = considered === undefined ? undefined : offerFor(model.offers, considered)
  const joined = (lines: readonly Line[] = []) =>
    lines.map((each) => plain(words.part(each, model.people.seat))).join(' · ')
  const [price, gain] = [joined(offer?.price), joined(offer?.gain)]
  rail.offer = offer
  rail.facts = [
    ...(price === '' ? [] : [{ word: t('moves.costs'), text: price }]),
    ...(gain === '' ? [] : [{ word: t('moves.brings'), text: gain }]),
  ]
}

function ended(model: TableModel, rail: RailState): void {
  const { info } = model
  if (info === undefined) return
  const first = info.result?.winners[0]
  rail.colour = first === undefined ? undefined : info.seats[first]?.colour
  rail.title = won(info, (seat) => model.seatName(seat)) ?? t('rail.over')
  rail.help = said(`ending.${info.ending ?? 'finished'}`) ?? ''
  rail.main = { label: t('rail.play_again'), run: () => void model.playAgain() }
  if (!model.resultShown && info.result !== undefined) {
    rail.more.push({ label: t('rail.result'), run: () => (model.resultShown = true) })
  }
  rail.more.push({ label: t('rail.replay'), run: () => model.store.visit(1) })
}
