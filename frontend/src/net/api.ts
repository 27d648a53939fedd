/** The HTTP calls. Each rejects with a `Refusal`, or with fetch's own error when unanswered. */

import { Refusal, type GameInfo, type Player, type RoomInfo } from "./types";

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method,
    ...(body === undefined
      ? {}
      : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json().catch(() => null);
  if (response.ok) return answer as T;
  const { code, data } = (answer ?? {}) as { code?: string; data?: Record<string, unknown> };
  throw new Refusal(code ?? `http_${response.status}`, data);
}

/** This browser's player; made when it has none. `lang` chooses the language of a new name. */
export async function openGuest(lang: string): Promise<Player> {
  return (await call<{ player: Player }>("POST", "/api/guest", { lang })).player;
}

export async function renameGuest(name: string): Promise<Player> {
  return (await call<{ player: Player }>("PATCH", "/api/guest", { name })).player;
}

export async function listGames(): Promise<GameInfo[]> {
  return (await call<{ games: GameInfo[] }>("GET", "/api/games")).games;
}

/** Make a room for `game`, with this player as its host; gives its code. */
export async function makeRoom(game: string): Promise<string> {
  return (await call<{ code: string }>("POST", "/api/rooms", { game })).code;
}

export function findRoom(code: string): Promise<RoomInfo> {
  return call<RoomInfo>("GET", `/api/rooms/${encodeURIComponent(code)}`);
}
