-- All tables of a shard, those that have ended taken out.
-- KEYS: as for showing one. ARGV: channel.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, table in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do
  redis.call('HDEL', KEYS[1], table)
  redis.call('ZREM', KEYS[2], table)
  redis.call('PUBLISH', ARGV[1], table)
end
return redis.call('HVALS', KEYS[1])
