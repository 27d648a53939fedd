-- KEYS: room, here, what the process is in, due.
-- ARGV: code, player, process, offset ms, grace ms, expiry ms, room channel, wake channel.
local here, inside, due = unpack(KEYS, 2)
local code, player, process = unpack(ARGV)
redis.call('SREM', inside, code .. '\0' .. player)
local entry = redis.call('HGET', here, player)
if not entry or is_gone(entry) then return 0 end
local left = {}
for name in string.gmatch(entry, '%S+') do
  if name ~= process then left[#left + 1] = name end
end
if #left > 0 then
  redis.call('HSET', here, player, table.concat(left, ' '))
  return 0
end
redis.call('HDEL', here, player)
local room = open_room(KEYS[1])
if room then
  presence_changed(room, here, due, code, clock(ARGV[4]), ARGV[5], ARGV[6], ARGV[7], ARGV[8])
end
return 1
