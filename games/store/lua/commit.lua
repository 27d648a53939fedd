-- KEYS: room, tail, seen, log, due, finished, here, public rooms.
-- ARGV: 1 code, 2 expected version, 3 expected tag, 4 new tag, 5 state, 6 event,
-- 7 due in ms, "" for never or "keep", 8 fence or "", 9 player or "", 10 action id,
-- 11 packed digest and answer, 12 match, 13 "1" when the match is finished, 14 its data,
-- 15 seated, 16 watched, 17 "1" when it is listed, 18 its listing, 19 offset ms, 20 grace ms,
-- 21 expiry ms, 22 room channel, 23 wake channel, 24 length of the tail, 25 answers kept a player,
-- from 26 on the actions.
-- Answers {'committed'}, {'repeated', packed}, {'lost'}, {'fenced'} or {'conflict', version}.
-- Nothing is written before the last check has passed.
local tail, seen, log, due, finished, here, public = unpack(KEYS, 2)
local code, tag, state, event, player = ARGV[1], ARGV[4], ARGV[5], ARGV[6], ARGV[9]
local answer = 'a\0' .. player .. '\0' .. ARGV[10]

if player ~= '' then
  local before = redis.call('HGET', seen, answer)
  if before then return {'repeated', before} end
end
local room = open_room(KEYS[1])
if not room then return {'lost'} end
if ARGV[8] ~= '' and ARGV[8] ~= room.f then return {'fenced'} end
if ARGV[2] ~= room.v or ARGV[3] ~= room.h then return {'conflict', tonumber(room.v)} end

local version, now = room.v + 1, clock(ARGV[19])
if ARGV[7] ~= 'keep' then
  room.w = number(ARGV[7])
  room.d = not room.e and room.w and now + room.w or nil
elseif not room.w then
  room.w = remaining(room, now)  -- of before presence: as long as it still runs
end
local entries, presence_moved = nil, false
if ARGV[15] ~= room.seated or ARGV[16] ~= room.watched or room.put_off == '1' then
  room.seated, room.watched = ARGV[15], ARGV[16]
  entries, presence_moved = settle(room, here, now, ARGV[20])
  redis.call('HSET', room.key, 'seated', room.seated, 'watched', room.watched, 'put_off', '',
             'g', text(room.g), 'e', text(room.e))
end
if room.e then
  room.e = now
  redis.call('HSET', room.key, 'e', text(now))
end

redis.call('HSET', room.key, 'v', text(version), 's', state, 'h', tag, 'd', text(room.d),
           'w', text(room.w))
redis.call('RPUSH', tail, struct.pack('>I8', version) .. tag .. event)
redis.call('LTRIM', tail, '-' .. ARGV[24], -1)
for i = 26, #ARGV do redis.call('RPUSH', log, ARGV[i]) end

if player ~= '' then
  -- A ring of ids for each player: what a new id pushes out takes its answer with it.
  local count = 'n\0' .. player
  local slot = 'i\0' .. player .. '\0' .. (redis.call('HINCRBY', seen, count, 1) % ARGV[25])
  local oldest = redis.call('HGET', seen, slot)
  if oldest then redis.call('HDEL', seen, 'a\0' .. player .. '\0' .. oldest) end
  redis.call('HSET', seen, slot, ARGV[10], answer, ARGV[11])
end

set_due(due, code, due_at(room, ARGV[21]), ARGV[23])
if ARGV[13] == '1' then
  redis.call('XADD', finished, '*', 'code', code, 'match', ARGV[12], 'data', ARGV[14])
  redis.call('PUBLISH', ARGV[23], 'finished')
end
if ARGV[17] == '1' then redis.call('HSET', public, code, ARGV[18]) end
if ARGV[17] ~= room.listed then
  redis.call('HSET', room.key, 'listed', ARGV[17])
  if ARGV[17] == '' then redis.call('HDEL', public, code) end
end
redis.call('PUBLISH', ARGV[22], struct.pack('>I8', version) .. tag .. room.h
           .. struct.pack('>i8I4', remaining(room, now) or -1, #event) .. event .. state)
if presence_moved then
  redis.call('PUBLISH', ARGV[22], '\255p' .. packed(room, entries, now))
end
return {'committed'}
