-- Return all tables of a shard, after deleting those that have expired.
-- KEYS: as in put.lua. ARGV: channel.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, table in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do
  redis.call('HDEL', KEYS[1], table)
  redis.call('ZREM', KEYS[2], table)
  redis.call('PUBLISH', ARGV[1], table)
end
return redis.call('HVALS', KEYS[1])
