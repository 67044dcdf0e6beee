/** Whether the service has another client than this page, and whether the page may be reloaded for it. */

/** What the build of a service says of its client: the mark behind the plus. */
export function clientOf(build: string): string {
  return build.slice(build.indexOf('+') + 1)
}

/** What a page keeps over its own reloading, so that it never reloads twice for the same reason. */
export interface Memory {
  get(): string | null
  set(reason: string): void
}

export interface Surroundings {
  memory: Memory
  /** Nothing waits to be sent or answered. */
  idle(): boolean
  /** Somebody has begun to fill something in that would be lost. */
  begun(): boolean
  /** Whether the service now hands out another client than this page runs. */
  replaced(): Promise<boolean>
  reload(): void
}

export class StalePage {
  private first: string | undefined
  private reason: string | undefined
  /** The page as it is can still send what was filled in. */
  private whole = true
  private readonly watchers = new Set<() => void>()

  constructor(
    private readonly around: Surroundings,
    /** The page stood for so long before it first heard of a build that the two may differ. */
    private readonly old: () => boolean = () => false,
  ) {}

  /** It will be reloaded as soon as that loses nothing. */
  get waits(): boolean {
    return this.reason !== undefined
  }

  /** Be called when that has changed. Returns how to stop. */
  watch(watcher: () => void): () => void {
    this.watchers.add(watcher)
    return () => this.watchers.delete(watcher)
  }

  /** The service says which build answers. */
  async hear(build: string): Promise<void> {
    const client = clientOf(build)
    const same = this.first === undefined ? !this.old() : this.first === client
    this.first ??= client
    if (same) return
    if (await this.around.replaced()) this.want(`build ${client}`)
  }

  /** The page cannot go on as it is: a part of it is gone, or the service speaks another language. */
  broken(what: string): boolean {
    this.whole = false
    if (this.around.memory.get() === what) return false
    this.want(what)
    return true
  }

  /** Reload as soon as nothing can be lost by it. Called whenever that may have changed. */
  attempt(): void {
    const { reason } = this
    if (reason === undefined || !this.around.idle() || (this.whole && this.around.begun())) return
    this.reason = undefined
    this.around.memory.set(reason)
    this.around.reload()
  }

  private want(reason: string): void {
    if (this.around.memory.get() === reason) return
    this.reason = reason
    this.attempt()
    for (const watcher of this.watchers) watcher()
  }
}
