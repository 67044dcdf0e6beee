-- Store tables in the lobby, unless a newer state is stored; renew the same state. Returns for each whether it is stored.
-- KEYS: the tables of a shard (a hash of "seq body"), and when each of them expires (a sorted set, milliseconds).
-- ARGV: channel, and for each table: its id, seq, body, milliseconds to live, '1' to allow a smaller seq.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)

local function put(table, seq, body, lifetime, back)
  local there = redis.call('HGET', KEYS[1], table)
  if there and tonumber(string.match(there, '^%d+')) > tonumber(seq) then
    if back ~= '1' then return 0 end
    -- Nodes that know the larger seq have to forget it first.
    redis.call('PUBLISH', ARGV[1], table)
  end
  redis.call('ZADD', KEYS[2], now + lifetime, table)
  local value = seq .. ' ' .. body
  if there ~= value then
    redis.call('HSET', KEYS[1], table, value)
    redis.call('PUBLISH', ARGV[1], table .. ' ' .. value)
  end
  return 1
end

local shown = {}
for at = 2, #ARGV, 5 do
  shown[#shown + 1] = put(ARGV[at], ARGV[at + 1], ARGV[at + 2], ARGV[at + 3], ARGV[at + 4])
end
return shown
