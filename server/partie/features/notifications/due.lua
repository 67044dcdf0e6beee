-- Who is due to be checked: each is put off, so that no other node checks them as well, and none is lost if this one
-- dies.
-- KEYS: as the first one of note.lua. ARGV: how many at most, milliseconds by which they are put off.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local persons = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, person in ipairs(persons) do redis.call('ZADD', KEYS[1], now + ARGV[2], person) end
return {now, now + ARGV[2], persons}
