-- KEYS: room, talk.  ARGV: player, message id, line, lines kept, room channel.
-- Answers {n, line}: the line's number, and the line as it was first said under this id; or false
-- when there is no such room. An entry is 8 bytes of n, player, NUL, message id, NUL, line.
if redis.call('EXISTS', KEYS[1]) == 0 then return false end
local sender = ARGV[1] .. '\0' .. ARGV[2] .. '\0'
local entries = redis.call('LRANGE', KEYS[2], 0, -1)
for _, entry in ipairs(entries) do
  if string.sub(entry, 9, 8 + #sender) == sender then
    return {struct.unpack('>I8', entry), string.sub(entry, 9 + #sender)}
  end
end
local n = 1
if #entries > 0 then n = struct.unpack('>I8', entries[#entries]) + 1 end
local packed_n = struct.pack('>I8', n)
redis.call('RPUSH', KEYS[2], packed_n .. sender .. ARGV[3])
redis.call('LTRIM', KEYS[2], '-' .. ARGV[4], -1)
redis.call('PUBLISH', ARGV[5], '\255t' .. packed_n .. ARGV[3])
return {n, ARGV[3]}
