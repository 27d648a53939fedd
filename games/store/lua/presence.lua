-- Goes before the scripts that change or tell who is there, after common.lua.
-- In the hash of a room's presence each connected player has the names of the processes that hold
-- sockets of theirs, joined by blanks; a seated player without one has '-' and the time they left.

local function is_gone(entry) return string.sub(entry, 1, 1) == '-' end
local function gone_since(entry) return tonumber(string.sub(entry, 2)) end

-- All entries by player.
local function attendance(here)
  local flat, entries = redis.call('HGETALL', here), {}
  for i = 1, #flat, 2 do entries[flat[i]] = flat[i + 1] end
  return entries
end

-- When the first grace ends of a watched player who is gone, of those that end after `from`.
local function first_grace(room, entries, grace, from)
  local first
  for player in string.gmatch(room.watched, '%Z+') do
    local entry = entries[player]
    if entry and is_gone(entry) then
      local ends = gone_since(entry) + grace
      if ends > from then first = math.min(first or ends, ends) end
    end
  end
  return first
end

-- Brings the room's pause and graces (d, g, e) in line with who is seated, watched and here, and
-- the hash with who is seated; the caller writes those three. Answers all entries, and
-- whether anything changed of which others must hear. Nothing while it is unknown who is seated.
local function settle(room, here, now, grace)
  local entries, changed = attendance(here), false
  if not room.seated then return entries, changed end
  local function set_gone(player)
    entries[player] = '-' .. text(now)
    redis.call('HSET', here, player, entries[player])
    changed = true
  end

  local seated, anyone = {}, false
  for player in string.gmatch(room.seated, '%Z+') do
    seated[player] = true
    if not entries[player] then set_gone(player) end
    if not is_gone(entries[player]) then anyone = true end
  end
  for player, entry in pairs(entries) do
    if is_gone(entry) and not seated[player] then
      entries[player] = nil
      redis.call('HDEL', here, player)
      changed = true
    end
  end

  if anyone and room.e then
    -- The first one is back: every deadline starts anew, in full.
    room.e, room.d = nil, room.w and now + room.w
    for player in pairs(seated) do
      if is_gone(entries[player]) then set_gone(player) end
    end
    changed = true
  elseif not anyone and not room.e then
    room.e, room.d = now, nil
    changed = true
  end

  room.g = first_grace(room, entries, grace, 0)
  return entries, changed
end

-- Who is there, as `unpack_presence` reads it: ms to the room's own deadline, ms since it is
-- paused, then each player and the ms since they left, or nothing of who is here.
local function packed(room, entries, now)
  local parts = {text(remaining(room, now)), text(room.e and now - room.e)}
  for player, entry in pairs(entries) do
    parts[#parts + 1] = player
    parts[#parts + 1] = is_gone(entry) and text(now - gone_since(entry)) or ''
  end
  return table.concat(parts, '\0')
end

-- Somebody's first socket came or last one went: settle, write and tell.
local function presence_changed(room, here, due, code, now, grace, expiry, channel, wake)
  local before = due_at(room, expiry)
  local entries = settle(room, here, now, grace)
  redis.call('HSET', room.key, 'd', text(room.d), 'g', text(room.g), 'e', text(room.e))
  local at = due_at(room, expiry)
  if at ~= before then
    -- What a worker may be doing now was due for another reason: it is fenced off.
    redis.call('HINCRBY', room.key, 'f', 1)
    set_due(due, code, at, wake)
  end
  redis.call('PUBLISH', channel, '\255p' .. packed(room, entries, now))
end
