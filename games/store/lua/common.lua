-- Goes before every script: the clock, the room's hash, the time at which it is due.

-- The server's clock plus the caller's offset, in ms.
local function clock(offset)
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000) + offset
end

-- Whole numbers as text (Lua's own way rounds them) and back; '' is none.
local function text(number) return number and string.format('%.0f', number) or '' end
local function number(value) return value and tonumber(value) or nil end

-- The room's hash but for its state, or nil when there is no room. Times are ms:
-- d  when its own deadline ends; none while it is paused
-- w  how long its own deadline is in full, for the return from a pause
-- g  when the first grace ends of a watched player who is gone; of no account while it is paused
-- e  since when it is paused: no seated person is connected
-- seated, watched  players, joined by NUL; nil in a room of before presence, until its next commit
-- put_off  '1' when graces are over of which nothing came; the next commit lets them be due again
-- listed  '1' while it is among the public rooms
local function open_room(key)
  local found = redis.call('HMGET', key, 'v', 'h', 'f', 'd', 'w', 'g', 'e', 'seated', 'watched',
                           'put_off', 'listed')
  if not found[1] then return nil end
  return {
    key = key, v = found[1], h = found[2] or string.rep('\0', 8), f = found[3] or '0',
    d = number(found[4]), w = number(found[5]), g = number(found[6]), e = number(found[7]),
    seated = found[8] or nil, watched = found[9] or nil, put_off = found[10] or '',
    listed = found[11] or '',
  }
end

-- When the room wants the worker; nil: never. An empty room wants to go after `expiry`.
local function due_at(room, expiry)
  if room.e then return room.e + expiry end
  if room.d and room.g then return math.min(room.d, room.g) end
  return room.d or room.g
end

-- Ms to the room's own deadline, or nil when none runs.
local function remaining(room, now) return room.d and math.max(0, room.d - now) end

-- Writes that the room is due at `at`; workers hear of it where nothing of the shard is due earlier.
local function set_due(due, code, at, wake)
  if not at then
    redis.call('ZREM', due, code)
    return
  end
  local head = redis.call('ZRANGE', due, 0, 0, 'WITHSCORES')
  redis.call('ZADD', due, text(at), code)
  if not head[2] or at < tonumber(head[2]) then redis.call('PUBLISH', wake, 'due') end
end
