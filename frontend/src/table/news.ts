/** What happened round the table, where the seats alone do not say it. */

import type { Room, RoomEvent, You } from "../net/types";
import { seatName } from "../i18n/names";
import { isolated } from "./names";
import { tableTexts } from "./texts";

/** The sentence about `event`, after which the room is `room`; null: the table says enough. */
export function newsText(event: RoomEvent, room: Room, you: You): string | null {
  const { t } = tableTexts;
  const on = (number: number): string => isolated(seatName(room.seats[number]));
  const mine = (number: number): boolean => {
    const seat = room.seats[number];
    return seat?.kind === "person" && seat.player === you.player;
  };
  switch (event.type) {
    case "seat_taken":
      return mine(event.seat)
        ? t("news.youSat")
        : t("news.sat", { name: isolated(event.name) });
    case "seat_left":
      return event.name === you.name ? null : t("news.left", { name: isolated(event.name) });
    case "kicked":
      return event.name === you.name
        ? t("news.youKicked")
        : t("news.kicked", { name: isolated(event.name) });
    case "host_changed":
      return event.player === you.player ? t("news.youHost") : null;
    case "swap_asked":
      return mine(event.to) ? t("who.swapWish", { name: on(event.from) }) : null;
    case "seats_swapped": {
      const [one, other] = event.seats;
      return t("news.swapped", { one: on(one), other: on(other) });
    }
    default:
      return null;
  }
}
