-- Store the next deadline of a table, unless one of a newer event is stored.
-- KEYS: as in pulse.lua. ARGV: table, the number of its newest event, the deadline (milliseconds) or '' for none.
local there = tonumber(redis.call('HGET', KEYS[4], ARGV[1]) or 0)
if there > tonumber(ARGV[2]) then return 0 end
if ARGV[3] == '' then
  redis.call('ZREM', KEYS[3], ARGV[1])
  redis.call('HDEL', KEYS[4], ARGV[1])
else
  redis.call('ZADD', KEYS[3], ARGV[3], ARGV[1])
  redis.call('HSET', KEYS[4], ARGV[1], ARGV[2])
end
return 1
