-- Claim what is to be sent: of several nodes one gets each, and nobody ever again.
-- KEYS: what was claimed for the person (a sorted set by milliseconds).
-- ARGV: how many are remembered, seconds to keep them, how many are to be claimed, these, and what was claimed of
-- calls that still stand, which is not to be forgotten.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local last = 3 + ARGV[3]
local mine = {}
for i = 4, last do
  if redis.call('ZADD', KEYS[1], 'NX', now, ARGV[i]) == 1 then mine[#mine + 1] = ARGV[i] end
end
for i = last + 1, #ARGV do redis.call('ZADD', KEYS[1], 'XX', now, ARGV[i]) end
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -1 - math.max(ARGV[1], #ARGV - 3))
redis.call('EXPIRE', KEYS[1], ARGV[2])
return mine
