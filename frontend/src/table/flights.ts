/**
 * Cards that move when they move. Before the page changes, every card's and place's rectangle
 * is noted; afterwards each card that is somewhere else flies there as a picture above the
 * table, while the real one waits unseen (and can be pressed). Web Animations only: nothing
 * blocks, and nothing is left behind.
 *
 * In the markup: `data-card` names a card, `data-zone` the area inside which cards only slide,
 * `data-place` somewhere cards come from or go to (`stock`, `discards`, `seat-2`, `hand`). What is
 * inside `data-still` takes no part.
 */

import type { CardName } from "../cards/cards";

/** A card that comes from or goes to where it cannot be seen; `card` null: face down. */
export interface Move {
  card: CardName | null;
  from: string;
  to: string;
}

export interface Positions {
  cards: ReadonlyMap<string, { box: DOMRect; zone: Element | null }>;
  places: ReadonlyMap<string, DOMRect>;
}

const FLIGHT_MS = 330;
const SLIDE_MS = 200;
const STAGGER_MS = 40;
const MOST_STAGGER_MS = 280;
const EASE = "cubic-bezier(0.25, 0.8, 0.3, 1)";

function cardsIn(root: HTMLElement): HTMLElement[] {
  const all = [...root.querySelectorAll<HTMLElement>("[data-card]")];
  return all.filter((element) => !element.closest("[data-still]"));
}

/** Where everything is now. */
export function positionsIn(root: HTMLElement): Positions {
  const cards = new Map<string, { box: DOMRect; zone: Element | null }>();
  const places = new Map<string, DOMRect>();
  for (const element of cardsIn(root)) {
    const box = element.getBoundingClientRect();
    cards.set(element.dataset.card ?? "", { box, zone: element.closest("[data-zone]") });
  }
  for (const element of root.querySelectorAll<HTMLElement>("[data-place]")) {
    places.set(element.dataset.place ?? "", element.getBoundingClientRect());
  }
  return { cards, places };
}

function still(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** The rectangle of a card of `size`'s measures in the middle of `place`. */
function centred(place: DOMRect, size: { width: number; height: number }): DOMRect {
  const scale = Math.min(1, place.width / size.width, place.height / size.height) || 1;
  const [width, height] = [size.width * scale, size.height * scale];
  return new DOMRect(
    place.x + (place.width - width) / 2,
    place.y + (place.height - height) / 2,
    width,
    height,
  );
}

function transformTo(from: DOMRect, to: DOMRect): string {
  const scale = to.width > 0 ? from.width / to.width : 1;
  return `translate(${from.x - to.x}px, ${from.y - to.y}px) scale(${scale})`;
}

interface Picture {
  element: HTMLElement;
  remove: () => void;
}

function fly(layer: HTMLElement, picture: Picture, from: DOMRect, to: DOMRect, delay: number): void {
  const { element } = picture;
  element.style.cssText = `position:fixed;left:${to.x}px;top:${to.y}px;--card-w:${to.width}px;transform-origin:0 0;margin:0`;
  layer.append(element);
  const flight = element.animate(
    [
      { transform: transformTo(from, to) },
      { transform: "none" },
    ],
    { duration: FLIGHT_MS, delay, easing: EASE, fill: "backwards" },
  );
  flight.finished.then(picture.remove, picture.remove);
}

function slide(element: HTMLElement, from: DOMRect, to: DOMRect): void {
  element.animate(
    [{ transform: transformTo(from, to), transformOrigin: "0 0" }, { transform: "none", transformOrigin: "0 0" }],
    { duration: SLIDE_MS, easing: EASE },
  );
}

/**
 * Lets everything move from where it was `before` to where it is now. `moves` tell where new
 * cards come from and which cards went out of sight; `draw` draws a card into an element and gives
 * what undoes it; `layer` lies above the table. Flights begin `stagger` milliseconds apart; without
 * it quickly, and many at once.
 */
export function playMoves(
  root: HTMLElement,
  layer: HTMLElement,
  before: Positions,
  moves: readonly Move[],
  draw: (target: HTMLElement, card: CardName | null) => () => void,
  stagger?: number,
): void {
  if (still()) return;
  const now = positionsIn(root);
  const origins = new Map(moves.flatMap((move) => (move.card === null ? [] : [[move.card, move]])));
  let delay = 0;
  const next = (): number => {
    const mine = delay;
    delay = stagger === undefined ? Math.min(MOST_STAGGER_MS, delay + STAGGER_MS) : delay + stagger;
    return mine;
  };
  for (const element of cardsIn(root)) {
    const card = element.dataset.card ?? "";
    const to = now.cards.get(card);
    const was = before.cards.get(card);
    if (!to) continue;
    if (was && was.zone === to.zone && to.zone !== null) {
      if (Math.abs(was.box.x - to.box.x) + Math.abs(was.box.y - to.box.y) > 2) {
        slide(element, was.box, to.box);
      }
      continue;
    }
    const place = before.places.get(origins.get(card)?.from ?? "");
    const from = was?.box ?? (place && centred(place, to.box));
    const face = element.querySelector<HTMLElement>(".card");
    if (!from || !face) continue;
    const wait = next();
    element.animate([{ opacity: 0 }, { opacity: 0 }], { duration: FLIGHT_MS + wait });
    const copy = face.cloneNode(true) as HTMLElement;
    fly(layer, { element: copy, remove: () => copy.remove() }, from, to.box, wait);
  }
  for (const { card, from, to } of moves) {
    if (card !== null && now.cards.has(card)) continue;
    const seen = card === null ? undefined : before.cards.get(card)?.box;
    const [start, goal] = [seen ?? before.places.get(from), now.places.get(to)];
    if (!start || !goal) continue;
    const element = document.createElement("div");
    const undo = draw(element, card);
    const remove = (): void => {
      undo();
      element.remove();
    };
    const size = { width: start.height / 1.4, height: start.height };
    const [first, last] = [centred(start, size), centred(goal, size)];
    fly(layer, { element, remove }, first, last, next());
  }
}
