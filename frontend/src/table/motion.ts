/** Joins a room's news to the flights of cards and to what readers are told. */

import { mount, tick, unmount } from "svelte";
import CardFace from "../cards/CardFace.svelte";
import type { CardName } from "../cards/cards";
import type { GameEvent } from "../net/types";
import type { News, RoomStore } from "../state/room.svelte";
import { playMoves, positionsIn, type Move, type Positions } from "./flights";

function drawCard(target: HTMLElement, card: CardName | null): () => void {
  const drawn = mount(CardFace, { target, props: { card } });
  return () => void unmount(drawn);
}

export interface Stage {
  /** The table and the layer above it; null before they are there. */
  root: () => HTMLElement | undefined;
  layer: () => HTMLElement | undefined;
  movesOf: (events: readonly GameEvent[]) => Move[];
  /** Called for each message, before the page draws it. */
  onNews: (news: News) => void;
  /** Called once the page shows what the messages changed. */
  onShown: () => void;
}

/** So many missed moves are still shown as flights, one after the other; more are only told. */
const MOST_REPLAYED = 3;
const REPLAY_STAGGER_MS = 450;

/**
 * Follow `store`'s news on a stage; gives what ends it. Messages that come before the page is
 * drawn again share one flight. What was missed is played calmly, or not at all where it is much.
 */
export function followNews(store: RoomStore, stage: Stage): () => void {
  let before: Positions | null = null;
  let moves: Move[] = [];
  let missed = false;

  async function show(): Promise<void> {
    await tick();
    const [root, layer, was, all, old] = [stage.root(), stage.layer(), before, moves, missed];
    before = null;
    moves = [];
    missed = false;
    if (root && layer && was && !(old && all.length > MOST_REPLAYED)) {
      playMoves(root, layer, was, all, drawCard, old ? REPLAY_STAGGER_MS : undefined);
    }
    stage.onShown();
  }

  function hear(news: News): void {
    const { snapshot, events } = news;
    const root = stage.root();
    stage.onNews(news);
    if (snapshot || events.length === 0 || !root) return;
    const waiting = before !== null;
    before ??= positionsIn(root);
    // The cards of the last deal are gathered in: none of them flies into the new one.
    if (events.some(({ type }) => type === "deal_started")) {
      before = { cards: new Map(), places: before.places };
    }
    moves.push(...stage.movesOf(events));
    missed ||= news.missed;
    if (!waiting) void show();
  }

  return store.onNews(hear);
}
