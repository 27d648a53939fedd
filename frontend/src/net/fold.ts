/** How the page's picture of a room follows the server's, message by message. */

import type { EventsMessage, GameEvent, Match, Room, Snapshot, You } from "./types";

/** Everything the page knows of a room, as it was at version `v` of the history `h`. */
export interface Picture {
  v: number;
  h: string;
  you: You;
  room: Room;
  match: Match | null;
  /** The public events of the running deal, oldest first. */
  log: GameEvent[];
}

/** The picture that a snapshot gives. */
export function pictureOf({ v, h, you, room, match, log }: Snapshot): Picture {
  return { v, h, you, room, match, log };
}

function publicForm(event: GameEvent): GameEvent {
  const { private: _secret, ...rest } = event;
  return rest as GameEvent;
}

function foldLog(log: readonly GameEvent[], events: readonly GameEvent[]): GameEvent[] {
  let folded = [...log];
  for (const event of events) {
    if (event.type === "deal_started") folded = [];
    folded.push(publicForm(event));
  }
  return folded;
}

/** The receiver with the name that their seat shows now. */
function renamed(you: You, room: Room): You {
  const seat = room.seats.find((one) => one?.kind === "person" && one.player === you.player);
  return seat && seat.name !== you.name ? { ...you, name: seat.name } : you;
}

/**
 * The picture after `message`, or null if it does not join on (a gap: ask for a snapshot).
 * Its `room` and `match` hold the keys that changed, a null `match` means there is none, an
 * absent one that nothing changed; `deal_started` empties the log; events join it without
 * their private part. A message that is already in the picture leaves it as it is.
 */
export function fold(picture: Picture, message: EventsMessage): Picture | null {
  if (message.since !== picture.v) return message.v <= picture.v ? picture : null;
  const { match } = message;
  const room = { ...picture.room, ...message.room };
  return {
    v: message.v,
    h: message.h,
    you: renamed(picture.you, room),
    room,
    match:
      match === undefined
        ? picture.match
        : match === null
          ? null
          : // A match that begins comes with all of its keys.
            ({ ...picture.match, ...match } as Match),
    log: foldLog(picture.log, message.events),
  };
}
