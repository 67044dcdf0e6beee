-- Say who is around through this node, and learn what every node says.
-- KEYS: what each node says, behind the millisecond when it last said so.
-- ARGV: node, milliseconds for which a word holds, channel, message, what this node says (empty: nobody is here).
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local node, word = ARGV[1], ARGV[5]
local before, changed, words = '', false, {}
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  local gap = string.find(all[i + 1], ' ', 1, true)
  local said = string.sub(all[i + 1], gap + 1)
  if all[i] == node then
    before = said
  elseif tonumber(string.sub(all[i + 1], 1, gap - 1)) < now - ARGV[2] then
    redis.call('HDEL', KEYS[1], all[i])
    changed = true
  else
    table.insert(words, said)
  end
end
if word ~= '' then
  redis.call('HSET', KEYS[1], node, string.format('%d ', now) .. word)
  redis.call('PEXPIRE', KEYS[1], 2 * ARGV[2])
elseif before ~= '' then
  redis.call('HDEL', KEYS[1], node)
end
if changed or word ~= before then redis.call('PUBLISH', ARGV[3], ARGV[4]) end
return words
