-- Reserve a sign-in name for a person, unless another person has it. Returns the person who has it now.
-- KEYS: the name. ARGV: the person; a holder whose record lacks the name ('' for none); milliseconds that such a
-- holder has to write that record.
local held = redis.call('HGET', KEYS[1], 'person')
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if held and held ~= ARGV[1] then
  if held ~= ARGV[2] then return held end
  if now - tonumber(redis.call('HGET', KEYS[1], 'at')) < tonumber(ARGV[3]) then return held end
end
redis.call('HSET', KEYS[1], 'person', ARGV[1], 'at', string.format('%.0f', now))
return ARGV[1]
