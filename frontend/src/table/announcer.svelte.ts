/** What a screen reader is told of the table, and can be asked for again. */

export class Announcements {
  /** The last announcement; the number makes the same words twice two announcements. */
  said: { text: string; number: number } = $state.raw({ text: "", number: 0 });

  /** Say `text`, politely: it waits for what is being read. */
  say(text: string): void {
    if (text !== "") this.said = { text, number: this.said.number + 1 };
  }

  /** Say the last announcement again. */
  repeat(): void {
    this.say(this.said.text);
  }
}
