-- Publish who is at a table through this node, and return who is there through any node.
-- KEYS: who is here ("node person", scored by when that was last published), and when each seated person was last here.
-- ARGV: node, milliseconds until that expires, seconds to keep the second key, channel, message,
-- the number of persons here, the persons who are here through this node, the persons who have a seat.
local node, lifetime = ARGV[1] .. ' ', tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local first = 7
local last = first + ARGV[6] - 1
local changed = redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - lifetime)

local mine, seated, here, persons = {}, {}, {}, {}
for i = first, last do
  mine[ARGV[i]] = true
  changed = changed + redis.call('ZADD', KEYS[1], now, node .. ARGV[i])
end
for i = last + 1, #ARGV do seated[ARGV[i]] = true end
for _, member in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local person = string.match(member, ' (.*)$')
  if string.sub(member, 1, #node) == node and not mine[person] then
    changed = changed + redis.call('ZREM', KEYS[1], member)
    if seated[person] then redis.call('ZADD', KEYS[2], now, person) end
  elseif not here[person] then
    here[person] = true
    table.insert(persons, person)
  end
end

local seen = {}
for i = last + 1, #ARGV do
  -- The absence of a person who has never been seen begins now.
  if here[ARGV[i]] then redis.call('ZADD', KEYS[2], now, ARGV[i])
  else redis.call('ZADD', KEYS[2], 'NX', now, ARGV[i]) end
  table.insert(seen, now - redis.call('ZSCORE', KEYS[2], ARGV[i]))
end
redis.call('PEXPIRE', KEYS[1], lifetime)
redis.call('EXPIRE', KEYS[2], ARGV[3])
if changed > 0 then redis.call('PUBLISH', ARGV[4], ARGV[5]) end
return {persons, seen}
