-- Add a message to a room, once per command. Returns its number and whether it is new.
-- KEYS: the stream, the mark of the command. ARGV: seconds to live, maximum number of messages, channel and message to
-- publish, then the fields.
local there = redis.call('GET', KEYS[2])
if there then return {tonumber(there), 0} end
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local number = 1
if newest then number = tonumber(string.match(newest[1], '^%d+')) + 1 end
local time = redis.call('TIME')
local at = time[1] * 1000 + math.floor(time[2] / 1000)
redis.call('XADD', KEYS[1], 'MAXLEN', ARGV[2], number .. '-0', 'at', string.format('%.0f', at), unpack(ARGV, 5))
redis.call('EXPIRE', KEYS[1], ARGV[1])
redis.call('SET', KEYS[2], number, 'EX', 86400)
redis.call('PUBLISH', ARGV[3], ARGV[4])
return {number, 1}
