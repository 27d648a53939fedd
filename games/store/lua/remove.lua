-- KEYS: room, tail, seen, here, talk, due, public rooms.
-- ARGV: code, expected version, expected tag, fence or "", room channel.
-- Answers 1, or 0 when the room is not as expected, or gone.
local room = open_room(KEYS[1])
if not room or room.v ~= ARGV[2] or room.h ~= ARGV[3] then return 0 end
if ARGV[4] ~= '' and ARGV[4] ~= room.f then return 0 end
redis.call('DEL', unpack(KEYS, 1, 5))
redis.call('ZREM', KEYS[6], ARGV[1])
redis.call('HDEL', KEYS[7], ARGV[1])
redis.call('PUBLISH', ARGV[5], '')
return 1
