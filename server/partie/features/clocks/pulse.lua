-- The service's heart beats in one shard of the clocks: note a silence before this beat, and tell whose time is over.
-- KEYS: the newest beat (milliseconds), the silences (a sorted set of "since until" by their ends), the deadlines (a
-- sorted set of tables), the numbers of the events that these are of (a hash).
-- ARGV: milliseconds that make a silence, how long one is remembered, how many tables are told of at most.
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
