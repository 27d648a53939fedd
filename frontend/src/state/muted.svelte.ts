/** Whom this browser does not want to hear. */

const STORED = "meja.muted";
/** More than anybody mutes; the oldest go first. */
const MOST = 500;

function stored(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(STORED) ?? "[]");
    return Array.isArray(kept) ? kept.filter((one) => typeof one === "string") : [];
  } catch {
    return [];
  }
}

let muted = $state.raw<readonly string[]>(stored());
window.addEventListener("storage", ({ key }) => {
  if (key === STORED || key === null) muted = stored();
});

/** Whether `player`'s talk is hidden here; read in a component it follows the choice. */
export function isMuted(player: string): boolean {
  return muted.includes(player);
}

function keep(players: readonly string[]): void {
  muted = players;
  localStorage.setItem(STORED, JSON.stringify(players));
}

/** Hide what `player` says and said, in this browser alone. */
export function mute(player: string): void {
  keep([...stored().filter((one) => one !== player), player].slice(-MOST));
}

export function unmute(player: string): void {
  keep(stored().filter((one) => one !== player));
}
