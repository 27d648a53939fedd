/** Something that is asked for again and again while the page is looked at. */

export class Poll<T> {
  /** The newest answer; null: none yet. */
  value: T | null = $state.raw(null);
  /** Why the last try failed; null: it did not. The last answer is kept meanwhile. */
  fault: unknown = $state.raw(null);

  readonly #ask: () => Promise<T>;
  readonly #every: number;
  readonly #leave = new AbortController();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #asking = false;

  /** Ask at once, then `every` milliseconds after each answer, not while the page is hidden. */
  constructor(ask: () => Promise<T>, every: number) {
    this.#ask = ask;
    this.#every = every;
    document.addEventListener("visibilitychange", () => this.refresh(), { signal: this.#leave.signal });
    this.refresh();
  }

  /** Ask now. */
  refresh(): void {
    clearTimeout(this.#timer);
    if (document.visibilityState === "hidden" || this.#leave.signal.aborted) return;
    if (!this.#asking) void this.#once();
  }

  /** Ask no more. */
  close(): void {
    this.#leave.abort();
    clearTimeout(this.#timer);
  }

  async #once(): Promise<void> {
    this.#asking = true;
    try {
      const value = await this.#ask();
      if (this.#leave.signal.aborted) return;
      this.value = value;
      this.fault = null;
    } catch (fault) {
      this.fault = fault;
    } finally {
      this.#asking = false;
    }
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.refresh(), this.#every);
  }
}
