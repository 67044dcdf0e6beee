-- Return the persons due for a check, and postpone them: so no other node checks them too, and none is lost if this
-- node dies.
-- KEYS: the first of note.lua. ARGV: maximum number of persons, milliseconds by which they are postponed.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local persons = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, person in ipairs(persons) do redis.call('ZADD', KEYS[1], now + ARGV[2], person) end
return {now, now + ARGV[2], persons}
