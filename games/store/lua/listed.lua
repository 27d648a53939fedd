-- KEYS: public rooms.  ARGV: prefix of the shard's room keys, offset ms.
-- Answers {code, listing, ms since it is paused or false, code, listing, ...}.
-- Room keys are made here, as only the hash knows them; they share its hash tag.
local now, answer = clock(ARGV[2]), {}
local flat = redis.call('HGETALL', KEYS[1])
for i = 1, #flat, 2 do
  local room = redis.call('HMGET', ARGV[1] .. flat[i], 'v', 'e')
  if room[1] then
    local empty = number(room[2])
    answer[#answer + 1] = flat[i]
    answer[#answer + 1] = flat[i + 1]
    answer[#answer + 1] = empty and now - empty or false
  end
end
return answer
