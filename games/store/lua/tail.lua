-- KEYS: tail.  ARGV: since, upto.
-- Answers {newest version, entries that may hold versions since to upto}, or false without a tail.
local last = redis.call('LINDEX', KEYS[1], -1)
if not last then return false end
local newest = struct.unpack('>I8', last)
return {newest, redis.call('LRANGE', KEYS[1], ARGV[1] - newest - 1, ARGV[2] - newest - 1)}
