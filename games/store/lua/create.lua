-- KEYS: room, tail, here, due, public rooms.
-- ARGV: 1 code, 2 state, 3 tag, 4 due in ms or "", 5 seated, 6 watched, 7 "1" when it is listed,
-- 8 its listing, 9 offset ms, 10 expiry ms, 11 wake channel.
-- Answers 1, or 0 when the room exists.
local room, tail, here, due, public = unpack(KEYS)
if redis.call('EXISTS', room) == 1 then return 0 end
local now = clock(ARGV[9])
-- Nobody can be connected to a room that did not exist: it is paused until the first one is.
redis.call('HSET', room, 'v', 1, 's', ARGV[2], 'h', ARGV[3], 'd', '', 'w', ARGV[4], 'g', '',
           'e', text(now), 'seated', ARGV[5], 'watched', ARGV[6], 'listed', ARGV[7])
redis.call('RPUSH', tail, struct.pack('>I8', 1) .. ARGV[3])
for player in string.gmatch(ARGV[5], '%Z+') do
  redis.call('HSET', here, player, '-' .. text(now))
end
if ARGV[7] == '1' then redis.call('HSET', public, ARGV[1], ARGV[8]) end
set_due(due, ARGV[1], now + ARGV[10], ARGV[11])
return 1
