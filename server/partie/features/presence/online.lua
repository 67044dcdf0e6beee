-- Publish who is online through this node, and return what the others have published.
-- KEYS: a hash of each node's data, behind the time in milliseconds when it was last published.
-- ARGV: node, milliseconds until data expires, channel, message, the node's data (empty: nobody is here).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local node, own = ARGV[1], ARGV[5]
local before, changed, others = '', false, {}
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local gap = string.find(all[i + 1], ' ', 1, true)
  local published = string.sub(all[i + 1], gap + 1)
  if all[i] == node then
    before = published
  elseif tonumber(string.sub(all[i + 1], 1, gap - 1)) < now - ARGV[2] then
    redis.call('HDEL', KEYS[1], all[i])
    changed = true
  else
    table.insert(others, published)
  end
end
if own ~= '' then
  redis.call('HSET', KEYS[1], node, string.format('%d ', now) .. own)
  redis.call('PEXPIRE', KEYS[1], 2 * ARGV[2])
elseif before ~= '' then
  redis.call('HDEL', KEYS[1], node)
end
if changed or own ~= before then redis.call('PUBLISH', ARGV[3], ARGV[4]) end
return others
