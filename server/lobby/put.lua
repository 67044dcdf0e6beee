-- Show a table in the lobby, unless what is shown is newer; renew what is the same.
-- KEYS: the tables of a shard (a hash of "seq body"), and when each of them ends (a sorted set, milliseconds).
-- ARGV: table, seq, body, milliseconds to live, channel, '1' to go back to a smaller seq.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local there = redis.call('HGET', KEYS[1], ARGV[1])
if there and tonumber(string.match(there, '^%d+')) > tonumber(ARGV[2]) then
  if ARGV[6] ~= '1' then return 0 end
  -- Whoever knows the larger seq has to forget it first.
  redis.call('PUBLISH', ARGV[5], ARGV[1])
end
redis.call('ZADD', KEYS[2], now + ARGV[4], ARGV[1])
local value = ARGV[2] .. ' ' .. ARGV[3]
if there ~= value then
  redis.call('HSET', KEYS[1], ARGV[1], value)
  redis.call('PUBLISH', ARGV[5], ARGV[1] .. ' ' .. value)
end
return 1
