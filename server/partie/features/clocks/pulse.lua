-- A heartbeat of the service in one shard of the clocks: store the silence before it, if any, and return what is due.
-- KEYS: the latest heartbeat (milliseconds), the silences (a sorted set of "since until" by their ends), the deadlines
-- (a sorted set of tables), the numbers of the events that set them (a hash).
-- ARGV: milliseconds that count as a silence, milliseconds for which one is kept, maximum number of tables returned.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local last = tonumber(redis.call('GET', KEYS[1]) or now)
if now - last >= tonumber(ARGV[1]) then
  redis.call('ZADD', KEYS[2], now, string.format('%.0f %.0f', last, now))
end
if now >= last then redis.call('SET', KEYS[1], string.format('%.0f', now)) end
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - ARGV[2])
return {
  now,
  redis.call('ZRANGE', KEYS[2], 0, -1),
  redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now, 'LIMIT', 0, ARGV[3]),
}
