-- Compare and swap: replace the queue's value by one computed from it, unless it has changed since or it is another
-- node's turn. Returns the version that is stored then and, if that is not the new one, its value and the time
-- (milliseconds since 1970).
-- KEYS: the queue (a hash of its version and its value); the node whose turn it is.
-- ARGV: node; and unless it only reads: the version it knows, the new version and value, milliseconds until these
-- expire, milliseconds of the turn that it gets if it fails now (0: none), channel, message if any.
local there = redis.call('HMGET', KEYS[1], 'version', 'value')
if #ARGV > 1 then
  local turn = redis.call('GET', KEYS[2])
  if (there[1] or '') == ARGV[2] and (turn or ARGV[1]) == ARGV[1] then
    redis.call('HSET', KEYS[1], 'version', ARGV[3], 'value', ARGV[4])
    redis.call('PEXPIRE', KEYS[1], ARGV[5])
    redis.call('DEL', KEYS[2])
    if ARGV[8] then redis.call('PUBLISH', ARGV[7], ARGV[8]) end
    return {ARGV[3]}
  end
  if ARGV[6] ~= '0' and not turn then redis.call('SET', KEYS[2], ARGV[1], 'PX', ARGV[6]) end
end
local time = redis.call('TIME')
return {there[1] or '', there[2] or '', time[1] * 1000 + math.floor(time[2] / 1000)}
