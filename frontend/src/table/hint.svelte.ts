/** A short sentence at the finger: why the pressed thing does nothing. One at a time. */

export interface ShownHint {
  text: string;
  /** Where the pressed thing is, in the window. */
  box: DOMRect;
}

const SHOWN_MS = 3200;

export class HintBoard {
  shown: ShownHint | null = $state.raw(null);
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Show `text` beside `element` for a while. */
  show(text: string, element: Element): void {
    clearTimeout(this.#timer);
    this.shown = { text, box: element.getBoundingClientRect() };
    this.#timer = setTimeout(() => this.clear(), SHOWN_MS);
  }

  clear(): void {
    clearTimeout(this.#timer);
    this.shown = null;
  }
}
