/** One thing asked at a time: its state for a button, its refusal as a notice. */

import { refusalText } from "../i18n";
import { notify } from "./notices.svelte";

export class Busy {
  /** What is being asked now, by the name given to `run`; null: nothing. */
  current: string | null = $state(null);

  /** Run `ask` unless something is being asked already; what it throws is shown as a notice. */
  async run(name: string, ask: () => Promise<unknown>): Promise<void> {
    if (this.current !== null) return;
    this.current = name;
    try {
      await ask();
    } catch (fault) {
      notify(refusalText(fault), "bad");
    } finally {
      this.current = null;
    }
  }
}
