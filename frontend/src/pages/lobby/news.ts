/** What happened round the table, for who looks at the seats. */

import { seatName } from "../../i18n/names";
import type { Room, RoomEvent, You } from "../../net/types";
import { lobbyTexts } from "./texts";

/** The sentence about `event`, after which the room is `room`; null where the seats say enough. */
export function newsText(event: RoomEvent, room: Room, you: You): string | null {
  const { t } = lobbyTexts;
  const seated = (seat: number) => seatName(room.seats[seat]);
  switch (event.type) {
    case "host_changed": {
      if (event.player === you.player) return t("news.you_host");
      const host = room.seats.find((seat) => seat?.kind === "person" && seat.player === event.player);
      return host ? t("news.host", { name: seatName(host) }) : null;
    }
    case "seats_swapped":
      return t("news.swapped", { one: seated(event.seats[0]), other: seated(event.seats[1]) });
    case "kicked":
      // Names are nobody else's.
      return event.name === you.name ? t("news.you_kicked") : t("news.kicked", { name: event.name });
    case "kick_asked":
      return t("news.kick_asked", { name: seated(event.seat) });
    case "held":
      return event.why === "away" ? t("news.away", { name: seated(event.seat) }) : null;
    default:
      return null;
  }
}
