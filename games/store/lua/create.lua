-- KEYS: room, due.  ARGV: code, state, due in ms or "", offset ms, wake channel.
-- Answers 1, or 0 when the room exists.
if redis.call('EXISTS', KEYS[1]) == 1 then return 0 end
redis.call('HSET', KEYS[1], 'v', 1, 's', ARGV[2])
if ARGV[3] ~= '' then
  local time = redis.call('TIME')
  local due = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[4] + ARGV[3]
  local head = redis.call('ZRANGE', KEYS[2], 0, 0, 'WITHSCORES')
  redis.call('ZADD', KEYS[2], string.format('%.0f', due), ARGV[1])
  redis.call('HSET', KEYS[1], 'd', string.format('%.0f', due))
  if not head[2] or due < tonumber(head[2]) then redis.call('PUBLISH', ARGV[5], 'due') end
end
return 1
