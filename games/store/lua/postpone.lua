-- KEYS: room, due.  ARGV: code, fence, version, offset ms, expiry ms, wake channel.
-- Answers 1, or 0 when the room is not as it was claimed.
local room = open_room(KEYS[1])
if not room or room.f ~= ARGV[2] or room.v ~= ARGV[3] then return 0 end
local at = due_at(room, ARGV[5])
-- What is overdue waits for the end of the lease: else it would be claimed again without rest.
if not at or at > clock(ARGV[4]) then set_due(KEYS[2], ARGV[1], at, ARGV[6]) end
return 1
