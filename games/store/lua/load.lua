-- KEYS: room.  ARGV: offset ms.
-- Answers {version, state, due in ms or false}, or false when there is no such room.
local room = redis.call('HMGET', KEYS[1], 'v', 's', 'd')
if not room[1] then return false end
local due = false
if room[3] then
  local time = redis.call('TIME')
  due = math.max(0, room[3] - (time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[1]))
end
return {tonumber(room[1]), room[2], due}
