/**
 * Keeps a board that fails from taking the page with it.
 *
 * A board runs in the page's own thread. One that never returns can't be stopped there: the reader closes or reloads
 * the page. So a mark is kept while the board has the thread, and a page that finds the mark of a board does not load
 * it again until the reader says so.
 */

export interface Marks {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

export class Guard {
  /** The board has had the thread in this task. */
  private marked = false

  constructor(
    /** The address of the board's module: another version has no mark. */
    readonly address: string,
    private readonly marks: Marks | undefined,
  ) {}

  /** Whether the board had the thread when the last page with it went away. */
  get hung(): boolean {
    return (this.marks?.getItem(this.key) ?? null) !== null
  }

  /** Let it be loaded again. */
  forgive(): void {
    this.marks?.removeItem(this.key)
  }

  /** Give the thread to the board; what it throws is thrown. */
  run<T>(work: () => T): T {
    this.mark()
    return work()
  }

  /** As `run`; undefined where the board throws; the console shows its author why. */
  attempt<T>(work: () => T): T | undefined {
    try {
      return this.run(work)
    } catch (fault) {
      this.warn(fault)
      return undefined
    }
  }

  warn(fault: unknown): void {
    console.warn(`${this.address} has a fault`, fault)
  }

  /** One mark does for a whole task: a page shows a position by some thirty calls. */
  private mark(): void {
    if (this.marked || this.marks === undefined) return
    this.marked = true
    try {
      this.marks.setItem(this.key, 'runs')
    } catch {
      // Without room for the mark a board that hangs is met again.
    }
    queueMicrotask(() => {
      this.marked = false
      this.marks?.removeItem(this.key)
    })
  }

  private get key(): string {
    return `partie.runs.${this.address}`
  }
}

/** The marks of this tab, where the browser keeps any. */
export function marksOfTab(): Marks | undefined {
  try {
    return sessionStorage
  } catch {
    return undefined
  }
}
