-- KEYS: room, tail, seen, log, due, finished.
-- ARGV: 1 code, 2 expected version, 3 state, 4 event, 5 head of the message (its first 8 bytes are
-- the new version), 6 due in ms or "", 7 offset ms, 8 fence or "", 9 player or "", 10 action id,
-- 11 packed digest and answer, 12 match, 13 "1" when the match is finished, 14 its data,
-- 15 room channel, 16 wake channel, 17 length of the tail, 18 answers kept a player,
-- from 19 on the actions.
-- Answers {'committed'}, {'repeated', packed}, {'lost'}, {'fenced'} or {'conflict', version}.
-- Nothing is written before the last check has passed.
local room, tail, seen, log, due, finished = unpack(KEYS)
local code, player = ARGV[1], ARGV[9]
local answer = 'a\0' .. player .. '\0' .. ARGV[10]

if player ~= '' then
  local before = redis.call('HGET', seen, answer)
  if before then return {'repeated', before} end
end
local now = redis.call('HMGET', room, 'v', 'f')
if not now[1] then return {'lost'} end
if ARGV[8] ~= '' and ARGV[8] ~= now[2] then return {'fenced'} end
if ARGV[2] ~= now[1] then return {'conflict', tonumber(now[1])} end

redis.call('HSET', room, 'v', string.format('%.0f', now[1] + 1), 's', ARGV[3])
redis.call('RPUSH', tail, string.sub(ARGV[5], 1, 8) .. ARGV[4])
redis.call('LTRIM', tail, '-' .. ARGV[17], -1)
for i = 19, #ARGV do redis.call('RPUSH', log, ARGV[i]) end

if player ~= '' then
  -- A ring of ids for each player: what a new id pushes out takes its answer with it.
  local count = 'n\0' .. player
  local slot = 'i\0' .. player .. '\0' .. (redis.call('HINCRBY', seen, count, 1) % ARGV[18])
  local oldest = redis.call('HGET', seen, slot)
  if oldest then redis.call('HDEL', seen, 'a\0' .. player .. '\0' .. oldest) end
  redis.call('HSET', seen, slot, ARGV[10], answer, ARGV[11])
end

if ARGV[6] == '' then
  redis.call('ZREM', due, code)
  redis.call('HDEL', room, 'd')
else
  local time = redis.call('TIME')
  local at = time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[7] + ARGV[6]
  local head = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')
  local text = string.format('%.0f', at)
  redis.call('ZADD', due, text, code)
  redis.call('HSET', room, 'd', text)
  if not head[2] or at < tonumber(head[2]) then redis.call('PUBLISH', ARGV[16], 'due') end
end
if ARGV[13] == '1' then
  redis.call('XADD', finished, '*', 'code', code, 'match', ARGV[12], 'data', ARGV[14])
  redis.call('PUBLISH', ARGV[16], 'finished')
end
redis.call('PUBLISH', ARGV[15], ARGV[5] .. ARGV[4] .. ARGV[3])
return {'committed'}
