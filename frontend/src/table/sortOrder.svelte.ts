/** The order in which this device's player holds a hand; it stays from deal to deal. */

import type { SortOrder } from "../cards/cards";

const STORED = "meja.sort";

let current = $state<SortOrder>(localStorage.getItem(STORED) === "rank" ? "rank" : "suit");

export function sortOrder(): SortOrder {
  return current;
}

export function changeSortOrder(): void {
  current = current === "suit" ? "rank" : "suit";
  localStorage.setItem(STORED, current);
}
