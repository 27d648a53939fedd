-- KEYS: room, tail, seen, due.  ARGV: code, expected version, room channel.
-- Answers 1, or 0 when the room is at another version or gone.
if redis.call('HGET', KEYS[1], 'v') ~= ARGV[2] then return 0 end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3])
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('PUBLISH', ARGV[3], '')
return 1
