-- KEYS: tail.  ARGV: since, upto.
-- Answers the entries that may hold versions since + 1 to upto, or false when upto is not there.
local last = redis.call('LINDEX', KEYS[1], -1)
if not last then return false end
local newest = struct.unpack('>I8', last)
if newest < tonumber(ARGV[2]) then return false end
return redis.call('LRANGE', KEYS[1], ARGV[1] - newest, ARGV[2] - newest - 1)
