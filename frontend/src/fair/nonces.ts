/**
 * This browser's nonces: 32 random bytes for each coming match, which nobody else knows before
 * the server has fixed its secret. Each is kept under its own commitment, so that two tabs that
 * make one at the same moment both keep theirs, and the frozen commitment says whose counts.
 */

import { forget, store, stored, storedKeys } from "../state/stored";
import { toHex } from "./bytes";
import { commitmentOf } from "./shuffle";

const PREFIX = "meja.nonce.";
/** A room lives at most a day; twice that leaves time to look back. */
const KEPT_MS = 2 * 24 * 3600 * 1000;

interface Kept {
  nonce: string;
  at: number;
}

function kept(key: string): Kept | null {
  const { nonce, at } = (stored(key) ?? {}) as Partial<Kept>;
  return typeof nonce === "string" && typeof at === "number" ? { nonce, at } : null;
}

function prune(now: number): void {
  for (const key of storedKeys(PREFIX)) {
    const at = kept(key)?.at ?? 0;
    if (now - at > KEPT_MS) forget(key);
  }
}

async function make(match: string): Promise<string> {
  const now = Date.now();
  prune(now);
  const nonce = toHex(crypto.getRandomValues(new Uint8Array(32)));
  const commitment = await commitmentOf(nonce);
  store(`${PREFIX}${match}.${commitment}`, { nonce, at: now } satisfies Kept);
  return commitment;
}

/** What is being made, so that one page makes one. */
const making = new Map<string, Promise<string>>();

/** The commitment (hex) of this browser's nonce for `match`, which is made if there is none. */
export async function promise(match: string): Promise<string> {
  const prefix = `${PREFIX}${match}.`;
  const [known] = storedKeys(prefix).sort();
  if (known !== undefined && kept(known)) return known.slice(prefix.length);
  const made = making.get(match) ?? make(match).finally(() => making.delete(match));
  making.set(match, made);
  return made;
}

/** The nonce (hex) that this browser promised with `commitment`; null: another one did. */
export function promised(commitment: string): string | null {
  const key = storedKeys(PREFIX).find((one) => one.endsWith(`.${commitment}`));
  return key === undefined ? null : (kept(key)?.nonce ?? null);
}
