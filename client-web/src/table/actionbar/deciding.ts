/** The action bar of one who has to decide, or has decided and may still change it. */

import { t } from '../../i18n/i18n.svelte'
import { isEnding, offerFor } from '../../state/table/moves'
import { plain } from '../../i18n/words'
import type { GameMove, Line } from '../../wire/generated'
import type { TableModel } from '../model/model.svelte'
import { stepPrompt } from './prompt'
import type { ActionBarState } from '../model/actionbar'

/** It is one's turn: what there is to do, what the considered move means, and the action. */
export function deciding(model: TableModel, actionBar: ActionBarState): void {
  const { game, legal, choice, words, people, mySeat, board, position } = model
  const { chosen } = choice
  const prompt = game === undefined ? undefined : board?.prompt?.(position)
  const locked = model.offers.filter((offer) => offer.refusal !== undefined).length
  const action = chosen ?? (prompt?.done === true ? legal.find((move) => isEnding(move.type)) : undefined)
  actionBar.colour = mySeat?.colour
  actionBar.title = prompt?.title ?? stepPrompt(game, words) ?? t('rail.your_turn')
  actionBar.help = prompt?.help ?? t('rail.choices', { count: legal.length, locked })
  tellConsidered(model, actionBar)
  actionBar.choosing = true
  if (model.sending) {
    actionBar.main = { label: model.underway, disabled: true, run: () => undefined }
  } else if (chosen === undefined && model.action !== undefined) {
    actionBar.main = { ...model.action, key: '↵' }
  } else if (action !== undefined) {
    const ends = chosen === undefined ? prompt?.ends : undefined
    const label = ends ?? board?.action?.(position, action) ?? words.move(action, people.seat)
    actionBar.main = { label, key: '↵', ends: isEnding(action.type), run: () => void choice.make(action) }
  } else if (legal.length > 0) {
    actionBar.main = { label: t('rail.nothing_chosen'), disabled: true, run: () => undefined }
  }
  const { left } = model.turnEnd
  if (left !== undefined) {
    actionBar.help = t('rail.ends_itself', { seconds: Math.ceil(left / 1_000) })
    actionBar.more.push({ label: t('rail.wait'), run: () => model.turnEnd.wait() })
  }
  addEndings(model, actionBar, action, prompt?.ending)
}

/** One has decided and may still change it: no sun until another choice is made. */
export function decided(model: TableModel, actionBar: ActionBarState): void {
  const { info, mySeat, choice, words, people } = model
  const { picked } = choice
  actionBar.colour = mySeat?.colour
  actionBar.title = t('rail.decided')
  actionBar.help = t('rail.may_change', { count: info?.pending.length ?? 0 })
  tellConsidered(model, actionBar)
  if (picked !== undefined) {
    const label = words.move(picked, people.seat)
    actionBar.main = { label, key: '↵', disabled: model.sending, run: () => void choice.make(picked) }
  }
  addEndings(model, actionBar)
}

/** What ends the turn, unless it is the main action already. */
function addEndings(
  model: TableModel,
  actionBar: ActionBarState,
  action = model.choice.chosen,
  ending?: GameMove,
): void {
  const { legal, words, people } = model
  for (const move of legal.filter((each) => (isEnding(each.type) || each === ending) && each !== action)) {
    const label = words.move(move, people.seat)
    actionBar.more.push({
      label,
      key: 'E',
      ends: true,
      disabled: model.sending,
      run: () => void model.choice.make(move),
    })
  }
}

/** What the considered move costs and brings. */
function tellConsidered(model: TableModel, actionBar: ActionBarState): void {
  const { words, game, board, position } = model
  const { considered } = model.choice
  const offer = considered && (offerFor(model.offers, considered) ?? (game && board?.offerOf?.(position, considered)))
  const joined = (lines: readonly Line[] = []) =>
    lines.map((each) => plain(words.part(each, model.people.seat))).join(' · ')
  const [price, gain] = [joined(offer?.price), joined(offer?.gain)]
  actionBar.offer = offer
  actionBar.facts = [
    ...(price === '' ? [] : [{ word: t('moves.costs'), text: price }]),
    ...(gain === '' ? [] : [{ word: t('moves.brings'), text: gain }]),
  ]
}
