-- Log a moderator's act and set the rule it puts in force, in one step. Returns the time of Redis in milliseconds.
-- KEYS: the log, the hash of rules in force (or the log again if the act sets none).
-- ARGV: field, value ('' removes it), channel, then the fields of the log's entry.
local time = redis.call('TIME')
local at = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
redis.call('XADD', KEYS[1], '*', 'at', at, unpack(ARGV, 4))
if KEYS[2] ~= KEYS[1] then
  if ARGV[2] == '' then redis.call('HDEL', KEYS[2], ARGV[1]) else redis.call('HSET', KEYS[2], ARGV[1], ARGV[2]) end
end
redis.call('PUBLISH', ARGV[3], ARGV[1])
return at
