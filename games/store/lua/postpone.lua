-- KEYS: room, here, due.  ARGV: code, fence, version, offset ms, grace ms, expiry ms, wake channel.
-- Answers 1, or 0 when the room is not as it was claimed.
local room = open_room(KEYS[1])
if not room or room.f ~= ARGV[2] or room.v ~= ARGV[3] then return 0 end
local now = clock(ARGV[4])
if room.g and room.g <= now then
  room.g = first_grace(room, attendance(KEYS[2]), ARGV[5], now)
  redis.call('HSET', room.key, 'g', text(room.g), 'put_off', '1')
end
local at = due_at(room, ARGV[6])
-- What is overdue all the same waits for the lease: else it would be claimed again without rest.
if not at or at > now then set_due(KEYS[3], ARGV[1], at, ARGV[7]) end
return 1
