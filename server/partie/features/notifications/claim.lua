-- Claim notifications before sending them: of several nodes one gets each of them, and only once.
-- KEYS: what was claimed for the person (a sorted set by milliseconds).
-- ARGV: number of claims to remember, seconds to keep them, number of claims to make, these, and the earlier claims of
-- notifications that are still due, which must not be forgotten.
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
