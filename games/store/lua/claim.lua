-- KEYS: due.  ARGV: prefix of the shard's room keys, limit, lease ms, offset ms.
-- Answers {ms to the earliest deadline left or false, code, fence, version, code, fence, ...}.
-- Room keys are made here, as only the sorted set knows them; they share its hash tag.
local now = clock(ARGV[4])
local answer = {false}
for _, code in ipairs(redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', text(now),
                                 'LIMIT', 0, ARGV[2])) do
  local room = ARGV[1] .. code
  local version = redis.call('HGET', room, 'v')
  if version then
    redis.call('ZADD', KEYS[1], text(now + ARGV[3]), code)
    answer[#answer + 1] = code
    answer[#answer + 1] = redis.call('HINCRBY', room, 'f', 1)
    answer[#answer + 1] = tonumber(version)
  else
    redis.call('ZREM', KEYS[1], code)
  end
end
local head = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
if head[2] then answer[1] = math.max(0, head[2] - now) end
return answer
