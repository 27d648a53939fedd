/** The HTTP calls. Each rejects with a `Refusal`, or with fetch's own error when unanswered. */

import type {
  GameInfo,
  Gathering,
  Joined,
  NewGathering,
  NewRoom,
  Player,
  RoomInfo,
  RoomSummary,
} from "./bodies";
import { Refusal } from "./types";

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

const roomPath = (code: string): string => `/api/rooms/${encodeURIComponent(code)}`;
const gatheringPath = (code: string): string => `/api/gatherings/${encodeURIComponent(code)}`;

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

/** Make a room, with this player as its host; gives its code. What is not named is the server's choice. */
export async function makeRoom(room: NewRoom): Promise<string> {
  return (await call<{ code: string }>("POST", "/api/rooms", room)).code;
}

/** The public rooms, of all games or of one. */
export async function listRooms(game?: string): Promise<RoomSummary[]> {
  const query = game === undefined ? "" : `?game=${encodeURIComponent(game)}`;
  return (await call<{ rooms: RoomSummary[] }>("GET", `/api/rooms${query}`)).rooms;
}

export function findRoom(code: string): Promise<RoomInfo> {
  return call<RoomInfo>("GET", roomPath(code));
}

/** Sit in a room, or claim a CPU's seat, without opening it. */
export function joinRoom(code: string, seat?: number): Promise<Joined> {
  return call<Joined>("POST", `${roomPath(code)}/join`, seat === undefined ? {} : { seat });
}

/**
 * A seat in a public room of `game`, or in a new one (`made`); gives its code. With `fill`, CPUs
 * take the seats that stay empty for a while.
 */
export function quickMatch(game: string, fill = true): Promise<{ code: string; made: boolean }> {
  return call("POST", "/api/quick", { game, fill });
}

/** Tell the people who run this server of a player's behaviour in the room. */
export async function reportPlayer(code: string, player: string, reason?: string): Promise<void> {
  await call("POST", `${roomPath(code)}/report`, reason === undefined ? { player } : { player, reason });
}

/** Make a gathering; gives its code. */
export async function makeGathering(gathering: NewGathering): Promise<string> {
  return (await call<{ code: string }>("POST", "/api/gatherings", gathering)).code;
}

export function findGathering(code: string): Promise<Gathering> {
  return call<Gathering>("GET", gatheringPath(code));
}

/** This player's room of the gathering: the same each time; gives its code. */
export async function joinGathering(code: string): Promise<string> {
  return (await call<{ room: string }>("POST", `${gatheringPath(code)}/join`, {})).room;
}
