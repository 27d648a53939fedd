/** What a table of any game knows and does: who sits where, what was heard, what a press asks. */

import { spoken } from "../cards/label";
import { levelName } from "../components/choices";
import { seatName } from "../i18n/names";
import type { Action, GameEvent, MadeBy, Match, Room } from "../net/types";
import { notify } from "../state/notices.svelte";
import type { News, RoomStore } from "../state/room.svelte";
import { Talk } from "../talk/talk.svelte";
import { Announcements } from "./announcer.svelte";
import type { Move } from "./flights";
import { HintBoard } from "./hint.svelte";
import { followNews } from "./motion";
import { calledName, seatsAfter, type Reader } from "./names";
import { newsText } from "./news";
import { tableTexts } from "./texts";

/** What a press means: something is begun, asked of the server, or told to be no use. */
export type Reply<C> = { choose: C } | { act: Action } | { why: string };

/** What a game tells its table. `C`: what a player can begin before asking the server. */
export interface DeskGame<C, R extends Reply<C>> {
  /** Nothing begun. */
  none: C;
  /** What happened, in sentences with marked cards. */
  sentences: (events: readonly GameEvent[], reader: Reader) => string[];
  /** Where cards go with `events`, seen from a seat. */
  moves: (events: readonly GameEvent[], viewSeat: number) => Move[];
  /** What can be done now, with marked cards. */
  message: () => string;
  /** Why a press is no use, for the name of who is to move. */
  why: (reply: Exclude<R, { choose: C } | { act: Action }>, name: string) => string;
  refusal: (thrown: unknown) => string;
}

/** How long the last move of a deal is left to be seen before the sheet covers it. */
const SHEET_DELAY_MS = 1200;

export class Desk<M extends Match, C, R extends Reply<C> = Reply<C>> {
  readonly store: RoomStore;
  readonly hints = new HintBoard();
  readonly announcements = new Announcements();
  readonly talk: Talk;
  readonly #game: DeskGame<C, R>;

  room: Room = $derived.by(() => this.store.room!);
  match: M = $derived.by(() => this.store.match as M);
  mySeat: number | null = $derived.by(() => this.store.mySeat);
  /** From whose side the table is seen: a watcher sees it from seat 0's. */
  viewSeat: number = $derived.by(() => this.mySeat ?? 0);
  /** The other seats, in the order of play. */
  others: number[] = $derived.by(() => seatsAfter(this.viewSeat, this.match.hand_sizes.length));
  names: string[] = $derived.by(() => this.room.seats.map((seat) => seatName(seat)));
  /** The same for sentences, where CPUs are marked. */
  called: string[] = $derived.by(() => this.room.seats.map((seat) => calledName(seat)));
  reader: Reader = $derived.by(() => ({
    seat: this.mySeat,
    nameOf: (seat) => this.called[seat] ?? "",
  }));
  myTurn: boolean = $derived.by(() => this.mySeat !== null && this.match.to_move === this.mySeat);

  // What the player has begun belongs to one decision and is gone with it.
  readonly #now: string = $derived.by(() => {
    const { id, deal, turn, step } = this.match;
    return `${id} ${deal} ${turn} ${step}`;
  });
  #begun: { at: string; choice: C } | null = $state.raw(null);
  choice: C = $derived.by(() =>
    this.#begun?.at === this.#now ? this.#begun.choice : this.#game.none,
  );
  #pending = $state(false);
  #root: () => HTMLElement | undefined = () => undefined;

  // The last message's events know the own drawn card; the log holds public forms only.
  #heard: readonly GameEvent[] = $state.raw([]);
  lastEvents: readonly GameEvent[] = $derived.by(() =>
    this.#heard.length > 0 ? this.#heard : this.store.log.slice(-2),
  );
  last: string | null = $derived.by(() => this.#told(this.lastEvents).at(-1) ?? null);
  lines: string[] = $derived.by(() => this.#told(this.store.log));
  /** What happened while this page could not show it; empty: nothing that one did not do oneself. */
  missed: string[] = $derived.by(() => {
    const events = this.store.missed?.events ?? [];
    const mine = ({ seat, by }: GameEvent): boolean => seat === this.mySeat && !by?.held;
    return events.every(mine) ? [] : this.#told(events);
  });

  #settled = $state(true);
  #settling: ReturnType<typeof setTimeout> | undefined;
  /** Whether the score sheet was put away to look at the table. */
  looking = $state(false);
  readonly scored: boolean = $derived.by(() => this.room.phase !== "playing");
  /** The deal's result, once it is to be shown. */
  result: NonNullable<M["result"]> | null = $derived.by(() =>
    this.scored && this.#settled ? (this.match.result ?? null) : null,
  );

  constructor(store: RoomStore, game: DeskGame<C, R>) {
    this.store = store;
    this.#game = game;
    this.talk = new Talk(store);
  }

  /** What to call who is to move; empty when nobody is. */
  get moverName(): string {
    return this.match.to_move === null ? "" : (this.called[this.match.to_move] ?? "");
  }

  /** Do what a press on `element` means. */
  follow(reply: R, element: Element): void {
    if (this.#pending) return;
    this.hints.clear();
    if ("choose" in reply) {
      this.#begun = { at: this.#now, choice: reply.choose };
      if (reply.choose !== this.#game.none) this.announcements.say(spoken(this.#game.message()));
    } else if ("act" in reply) {
      void this.#act(reply.act, element);
    } else {
      type Why = Exclude<R, { choose: C } | { act: Action }>;
      this.tell(spoken(this.#game.why(reply as Why, this.moverName)), element);
    }
  }

  /** The first element on the table that `selector` finds. */
  find(selector: string): Element {
    return this.#root()?.querySelector(selector) ?? document.body;
  }

  /** Where cards come from and go to: `stock`, `discards`, `hand`. */
  place(name: string): Element {
    return this.find(`[data-place=${name}]`);
  }

  /** Say `text` at `element`, and aloud. */
  tell(text: string, element: Element): void {
    this.hints.show(text, element);
    this.announcements.say(text);
  }

  /** Hear the room's news and let cards move on the stage; gives what ends it. */
  open(root: () => HTMLElement | undefined, layer: () => HTMLElement | undefined): () => void {
    this.#root = root;
    const end = followNews(this.store, {
      root,
      layer,
      movesOf: (events) => this.#game.moves(events, this.viewSeat),
      onNews: (news) => this.#hear(news),
      onShown: () => this.#announce(),
    });
    const silence = this.talk.open();
    return () => {
      end();
      silence();
      clearTimeout(this.#settling);
      this.hints.clear();
    };
  }

  async #act(action: Action, element: Element): Promise<void> {
    this.#pending = true;
    this.store.seenMissed();
    try {
      await this.store.act(action);
    } catch (refusal) {
      this.tell(this.#game.refusal(refusal), element);
    } finally {
      this.#pending = false;
    }
  }

  #hear(news: News): void {
    const { events } = news;
    this.#tellOfRoom(news);
    if (events.length === 0 && !news.snapshot) return;
    this.#heard = events;
    this.hints.clear();
    if (events.some(({ type }) => type === "deal_ended")) {
      this.#settled = false;
      this.looking = false;
      this.#settling = setTimeout(() => (this.#settled = true), SHEET_DELAY_MS);
    }
  }

  #tellOfRoom({ roomEvents, missed }: News): void {
    const { you } = this.store;
    if (missed || !you) return;
    for (const event of roomEvents) {
      const mine = event.type === "clock_ran_out" && event.seat === this.mySeat;
      const text = mine ? this.#clockText() : newsText(event, this.room, you);
      if (text !== null) notify(text);
    }
  }

  /** What to say when one's time is up; of a seat held for longer the banner tells. */
  #clockText(): string | null {
    return this.store.mySeatHeld === "idle" ? null : tableTexts.t("clock.ranOut");
  }

  #announce(): void {
    const happened = this.#told(this.#heard);
    if (this.myTurn) happened.push(this.#game.message());
    this.announcements.say(spoken(happened.join(" ")));
  }

  /** `events` in words; what a CPU did for a person, or at a lower level, is told so. */
  #told(events: readonly GameEvent[]): string[] {
    const told: string[] = [];
    const mark = (event: GameEvent | undefined): string => JSON.stringify(event?.by ?? null);
    for (let from = 0; from < events.length; ) {
      let to = from + 1;
      while (to < events.length && mark(events[to]) === mark(events[from])) to += 1;
      told.push(...this.#game.sentences(events.slice(from, to), this.#readerOf(events[from]?.by)));
      from = to;
    }
    return told;
  }

  #readerOf(by: MadeBy | undefined): Reader {
    if (!by) return this.reader;
    const { reader } = this;
    return {
      seat: by.held ? null : reader.seat,
      nameOf: (seat) => {
        const name = reader.nameOf(seat);
        return by.held
          ? tableTexts.t("seat.cpuFor", { name })
          : tableTexts.t("seat.atLevel", { name, level: levelName(by.level) });
      },
    };
  }
}
