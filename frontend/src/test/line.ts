/** The browser's WebSocket with the network in the test's hand; `Line.last` is the newest. */
export class Line {
  static CONNECTING = 0;
  static all: Line[] = [];
  static get last(): Line {
    const line = Line.all.at(-1);
    if (!line) throw new Error("no socket was opened");
    return line;
  }
  readyState = 0;
  sent: { type: string; id?: string }[] = [];
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;

  constructor(readonly url: string) {
    Line.all.push(this);
  }
  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }
  close(): void {
    this.readyState = 3;
  }
  open(): void {
    this.readyState = 1;
    this.onopen?.();
  }
  say(message: unknown): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
  drop(code: number): void {
    this.readyState = 3;
    this.onclose?.({ code });
  }
}
