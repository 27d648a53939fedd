/** Seats and names round a table. */

/** The other seats of a table of `count`, in the order of play, beginning left of `own`. */
export function seatsAfter(own: number, count: number): number[] {
  return Array.from({ length: count - 1 }, (_none, n) => (own + 1 + n) % count);
}

/** Names as a list in `language`: "Rahim, Sari and Ana". */
export function nameList(names: readonly string[], language: string): string {
  return new Intl.ListFormat(language, { type: "conjunction" }).format(names);
}
