-- KEYS: room, and where presence is asked for too, here.  ARGV: offset ms.
-- Answers {version, tag, state, due in ms or false, presence or false}, or false without a room.
local room = open_room(KEYS[1])
if not room then return false end
local now = clock(ARGV[1])
return {
  tonumber(room.v), room.h, redis.call('HGET', KEYS[1], 's'), remaining(room, now) or false,
  KEYS[2] and packed(room, attendance(KEYS[2]), now) or false,
}
