/** How a page that is out of sight notifies its reader: by title and icon, and by one notification a turn. */

export interface Attended {
  /** The token of the decision that waits for the reader; undefined when none does. */
  decisionToken: number | undefined
  visible: boolean
  /** The reader wishes notifications and the browser allows them. */
  notify: boolean
}

export interface Signs {
  /** Title and icon say that it is the reader's turn. */
  marked: boolean
  /** Show a notification now. */
  notice: boolean
  /** Remove a notification that is still shown. */
  withdraw: boolean
}

export class Attention {
  /** The turn goes on over several decisions: it is notified once until it is over. */
  private notified = false
  private standing = false

  look({ decisionToken, visible, notify }: Attended): Signs {
    const marked = decisionToken !== undefined
    const notice = marked && !visible && notify && !this.notified
    const withdraw = this.standing && (visible || !marked)
    // What was seen needs no notification later.
    this.notified = marked && (this.notified || visible || notice)
    this.standing = notice || (this.standing && !withdraw)
    return { marked, notice, withdraw }
  }
}
