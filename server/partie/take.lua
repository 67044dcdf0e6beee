-- Use one of an allowance, or return the milliseconds until one is free.
-- KEYS: the allowance. ARGV: microseconds in which one use refills, maximum number of uses.
local interval, count = tonumber(ARGV[1]), tonumber(ARGV[2])
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local free_at = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now)
local over = free_at - now - (count - 1) * interval
if over > 0 then return math.ceil(over / 1000) end
free_at = free_at + interval
redis.call('SET', KEYS[1], string.format('%.0f', free_at), 'PX', math.max(1, math.ceil((free_at - now) / 1000)))
return 0
