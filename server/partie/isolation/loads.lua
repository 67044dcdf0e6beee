-- Record the start of a table's load, unless the table must be left alone. One call is one atomic step.
-- KEYS: the unfinished loads (a sorted set of ids by their start in milliseconds), the mark of a poisoned table.
-- ARGV: this load, milliseconds for which one is remembered, milliseconds after which it counts as interrupted, and
-- the maximum number of loads.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local most = tonumber(ARGV[4])

if redis.call('EXISTS', KEYS[2]) == 1 then return 'left' end
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[2])
if redis.call('ZCARD', KEYS[1]) < most then
  redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
  redis.call('PEXPIRE', KEYS[1], ARGV[2])
  return 'begun'
end
if redis.call('ZCOUNT', KEYS[1], '-inf', now - ARGV[3]) >= most then return 'left' end
return 'wait'
