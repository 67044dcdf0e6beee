/** The move that one is about to make: pointed at, chosen, asked about, made. */

import { catchUp } from '../../browser/after'
import type { Board, Position, Question } from '../../board/contract'
import type { People } from '../../i18n/lines'
import { sameMove } from '../../state/table/moves'
import { setting } from '../../state/settings.svelte'
import type { Words } from '../../i18n/words'
import type { Do, GameMove, Turn, View } from '../../wire/generated'

/** What is read of a table, and done at it. */
interface Chosen {
  readonly turn: Turn | undefined
  readonly legal: readonly GameMove[]
  readonly board: Board | undefined
  readonly position: Position
  readonly game: View | undefined
  readonly words: Words
  readonly people: People
  answered: (decisionToken: number) => boolean
  act: (what: Do, label: string) => Promise<unknown>
}

export class Choice {
  private readonly model: Chosen
  private taken = $state.raw<GameMove | undefined>()
  private pointed = $state.raw<GameMove | undefined>()
  /** The move about which the game asks something first, and the decision that it is part of. */
  private doubted = $state.raw<{ decisionToken: number; move: GameMove } | undefined>()

  constructor(model: Chosen) {
    this.model = model
  }

  /** The move that one chose oneself. */
  readonly picked = $derived.by(() => sameMove(this.model.legal, this.taken))
  readonly chosen = $derived.by((): GameMove | undefined => {
    const { legal, turn } = this.model
    // What a lesson alone leaves open is still for the learner to find.
    return this.picked ?? (turn?.legal?.length === 1 ? legal[0] : undefined)
  })
  /** The move that the action bar speaks of: pointed at, as long as it is legal, or else chosen. */
  readonly considered = $derived.by(() => sameMove(this.model.legal, this.pointed) ?? this.chosen)
  /** What the game asks before the doubted move is made; another decision takes the question away. */
  readonly question = $derived.by((): Question | undefined =>
    this.doubted === undefined || this.doubted.decisionToken !== this.model.turn?.ask
      ? undefined
      : this.questionOf(this.doubted.move),
  )

  /** Choose a move; choosing the chosen one again makes it. */
  readonly choose = (move: GameMove): void => {
    if (setting('atonce') || (move === this.chosen && this.picked !== undefined)) void this.make(move)
    else this.taken = move
  }

  readonly preview = (move: GameMove | undefined): void => {
    this.pointed = move
  }

  forget(): void {
    this.taken = undefined
  }

  /** What the game asks before a move is made. */
  questionOf(move: GameMove): Question | undefined {
    const { board, game, position } = this.model
    return game === undefined ? undefined : board?.confirm?.(position, move)
  }

  /** Answer the question: make the doubted move, or leave it. */
  answer(yes: boolean): void {
    const move = this.question === undefined ? undefined : this.doubted?.move
    this.doubted = undefined
    if (yes && move !== undefined) void this.make(move, true)
  }

  async make(move: GameMove, sure = false): Promise<void> {
    // What acts by itself, such as the end of a turn, acts on the newest decision as well.
    catchUp()
    const { turn, legal, words, people } = this.model
    const decisionToken = turn?.ask
    if (decisionToken === undefined || this.model.answered(decisionToken) || sameMove(legal, move) === undefined) return
    if (!sure && this.questionOf(move) !== undefined) {
      this.doubted = { decisionToken, move }
      return
    }
    this.taken = undefined
    this.pointed = undefined
    await this.model.act({ type: 'move', ask: decisionToken, move }, words.move(move, people.seat))
  }
}
