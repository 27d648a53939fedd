-- KEYS: room, here, what the process is in, due.
-- ARGV: code, player, process, offset ms, grace ms, expiry ms, room channel, wake channel.
-- Answers 1, or 0 when there is no such room.
local here, inside, due = unpack(KEYS, 2)
local code, player, process = unpack(ARGV)
local room = open_room(KEYS[1])
if not room then return 0 end
redis.call('SADD', inside, code .. '\0' .. player)
local entry = redis.call('HGET', here, player)
if not entry or is_gone(entry) then
  redis.call('HSET', here, player, process)
  presence_changed(room, here, due, code, clock(ARGV[4]), ARGV[5], ARGV[6], ARGV[7], ARGV[8])
elseif not string.find(' ' .. entry .. ' ', ' ' .. process .. ' ', 1, true) then
  redis.call('HSET', here, player, entry .. ' ' .. process)
end
return 1
