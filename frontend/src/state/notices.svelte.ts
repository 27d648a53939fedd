/** Short sentences that appear over the page and go by themselves. */

export interface Notice {
  id: number;
  text: string;
  kind: "info" | "bad";
}

const SHOWN_MS = 6000;
let nextId = 1;
let shown = $state.raw<Notice[]>([]);

export function notices(): readonly Notice[] {
  return shown;
}

/** Show `text` for a while; the same text again takes the place of its first showing. */
export function notify(text: string, kind: Notice["kind"] = "info"): void {
  const notice = { id: nextId++, text, kind };
  shown = [...shown.filter((one) => one.text !== text), notice];
  setTimeout(() => dismiss(notice.id), SHOWN_MS);
}

export function dismiss(id: number): void {
  shown = shown.filter((one) => one.id !== id);
}
