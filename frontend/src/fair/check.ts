/** Redoes a finished match's shuffle and compares it with what this browser saw. */

import type { CardName } from "../cards/cards";
import type { Match, Room } from "../net/types";
import { toHex, type Bytes } from "./bytes";
import { promised } from "./nonces";
import { commitmentOf, dealtDeck, drawnDealer, shuffleSeed, type DealtDeck } from "./shuffle";
import { witnessOf, type Witness } from "./witness";

/** How a step came out; `unknown`: there was nothing to compare with. */
export type Verdict = "good" | "bad" | "unknown";

export type SecretStep = { verdict: Verdict };
/** Against what this browser saw before the match: `late`, it came when the match was running. */
export type PublishedStep = { verdict: Verdict; late: boolean };
/**
 * The people's nonces. `mixed`, `untold`: the seats whose nonce is in, and those that promised
 * one and did not tell it in time. `wrong`: seats whose nonce does not fit its commitment, or
 * whose commitment is not the one this browser saw frozen.
 */
export type NoncesStep = { verdict: Verdict; mixed: number[]; untold: number[]; wrong: number[] };
/**
 * This browser's own nonce: `in` the mix as promised, `changed` into another, `untold` in time,
 * `late` (its player sat down after the start), `watched`, or `none` from here.
 */
export type OwnStep = {
  verdict: Verdict;
  what: "in" | "changed" | "untold" | "late" | "watched" | "none";
  seat: number | null;
};
/** The first dealer; `follows`: not drawn, as it was not the room's first match. */
export type DealerStep = { verdict: Verdict; seat: number; follows: boolean };
/** The cards: deals that this browser saw something of, and those of them that differ. */
export type CardsStep = { verdict: Verdict; seen: number[]; differ: number[] };

/** A deal's deck, and whether what this browser saw of it fits; null: it saw nothing of it. */
export interface CheckedDeal extends DealtDeck {
  deal: number;
  /** The seat whose dealt hand this browser saw; null: none. */
  ownSeat: number | null;
  fits: boolean | null;
}

export interface Check {
  verdict: Verdict;
  seed: string;
  secret: SecretStep;
  published: PublishedStep;
  nonces: NoncesStep;
  own: OwnStep;
  dealer: DealerStep;
  cards: CardsStep;
  deals: CheckedDeal[];
}

function sameCards(some: readonly CardName[], others: readonly CardName[]): boolean {
  return [...some].sort().join() === [...others].sort().join();
}

function checkPublished(match: Match, witness: Witness | null): PublishedStep {
  if (!witness) return { verdict: "unknown", late: true };
  if (witness.commitment !== match.commitment) return { verdict: "bad", late: !witness.before };
  return { verdict: witness.before ? "good" : "unknown", late: !witness.before };
}

async function checkNonces(match: Match, witness: Witness | null): Promise<NoncesStep> {
  const step: NoncesStep = { verdict: "good", mixed: [], untold: [], wrong: [] };
  for (const [seat, nonce] of match.nonces.entries()) {
    const promise = match.nonce_commitments[seat] ?? null;
    const frozen = witness?.frozen ? (witness.frozen[seat] ?? null) : promise;
    if (nonce !== null) step.mixed.push(seat);
    else if (promise !== null) step.untold.push(seat);
    const fits = nonce === null || (await commitmentOf(nonce)) === promise;
    if (!fits || frozen !== promise) step.wrong.push(seat);
  }
  if (step.wrong.length > 0) step.verdict = "bad";
  // Nothing of anybody's is in it: the shuffle did not change, but the server alone drew it.
  else if (step.mixed.length === 0) step.verdict = "unknown";
  return step;
}

function checkOwn(match: Match, witness: Witness | null, mySeat: number | null): OwnStep {
  const promises = witness?.frozen ?? match.nonce_commitments;
  for (const [seat, promise] of promises.entries()) {
    const mine = promise === null ? null : promised(promise);
    if (mine === null) continue;
    const told = match.nonces[seat] ?? null;
    if (told === mine) return { verdict: "good", what: "in", seat };
    if (told === null) return { verdict: "unknown", what: "untold", seat };
    return { verdict: "bad", what: "changed", seat };
  }
  if (mySeat === null) return { verdict: "unknown", what: "watched", seat: null };
  const sat = (match.nonce_commitments[mySeat] ?? null) !== null || witness?.seat === mySeat;
  return { verdict: "unknown", what: sat ? "none" : "late", seat: mySeat };
}

async function checkDealer(room: Room, match: Match, seed: Bytes): Promise<DealerStep> {
  const seat = match.first_dealer;
  if (room.match_number !== 1) return { verdict: "unknown", seat, follows: true };
  const drawn = await drawnDealer(seed, match.nonces.length);
  return { verdict: drawn === seat ? "good" : "bad", seat, follows: false };
}

async function checkDeals(match: Match, seed: Bytes, witness: Witness | null): Promise<CheckedDeal[]> {
  const dealing = witness?.dealing;
  if (!dealing) return [];
  const deals: CheckedDeal[] = [];
  for (let deal = 1; deal <= match.deal; deal++) {
    const deck = await dealtDeck(seed, deal, dealing);
    const seen = witness.deals[deal];
    const hand = seen?.hand ?? null;
    const ownSeat = hand === null ? null : (seen?.seat ?? null);
    const handFits = hand === null || sameCards(deck.hands[ownSeat ?? -1] ?? [], hand);
    const turnedFits = !seen || seen.turnedUp === deck.turnedUp;
    // A pack of another size than the game's would show at once in a hand that differs.
    const sawAny = hand !== null || (seen?.turnedUp ?? null) !== null;
    deals.push({ ...deck, deal, ownSeat, fits: sawAny ? handFits && turnedFits : null });
  }
  return deals;
}

/**
 * Check the finished `match` of `room` for the player on `mySeat`. Throws RangeError where what
 * the server shows is not even readable.
 */
export async function checkMatch(room: Room, match: Match, mySeat: number | null): Promise<Check> {
  const { secret } = match;
  if (secret === null) throw new RangeError("the match is not over");
  const witness = witnessOf(match.id);
  const seed = await shuffleSeed(secret, match.id, match.nonces);
  const kept = (await commitmentOf(secret)) === match.commitment;
  const deals = await checkDeals(match, seed, witness);
  const seen = deals.filter(({ fits }) => fits !== null);
  const differ = seen.filter(({ fits }) => !fits);
  const numbers = (some: CheckedDeal[]): number[] => some.map(({ deal }) => deal);
  const cards: CardsStep = {
    verdict: differ.length > 0 ? "bad" : seen.length > 0 ? "good" : "unknown",
    seen: numbers(seen),
    differ: numbers(differ),
  };
  const steps = {
    secret: { verdict: kept ? "good" : "bad" } satisfies SecretStep,
    published: checkPublished(match, witness),
    nonces: await checkNonces(match, witness),
    own: checkOwn(match, witness, mySeat),
    dealer: await checkDealer(room, match, seed),
    cards,
  } as const;
  const bad = Object.values(steps).some(({ verdict }) => verdict === "bad");
  return { verdict: bad ? "bad" : "good", seed: toHex(seed), ...steps, deals };
}
