/** What a room in a list is good for. */

/** Sit down, watch, or (null) neither. */
export function wayIn(room: { free: number; watchers: boolean }): "join" | "watch" | null {
  if (room.free > 0) return "join";
  return room.watchers ? "watch" : null;
}
