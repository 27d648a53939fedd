-- KEYS: room, due.  ARGV: code, fence, version, lease ms, offset ms.
-- Answers 1, or 0 when the room is not as it was claimed.
local room = open_room(KEYS[1])
if not room or room.f ~= ARGV[2] or room.v ~= ARGV[3] then return 0 end
redis.call('ZADD', KEYS[2], 'XX', text(clock(ARGV[5]) + ARGV[4]), ARGV[1])
return 1
