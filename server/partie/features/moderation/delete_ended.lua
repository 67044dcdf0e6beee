-- Delete the rules that have ended.
-- KEYS: hashes of rules in force. A value is an act, or holds one as its member ``act``.
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
for _, key in ipairs(KEYS) do
  local rules = redis.call('HGETALL', key)
  for at = 1, #rules, 2 do
    local read, rule = pcall(cjson.decode, rules[at + 1])
    if read and type(rule) == 'table' then
      local act = rule.act or rule
      local ends = tonumber(act['until']) or 0
      if ends > 0 and ends <= now then
        redis.call('HDEL', key, rules[at])
      end
    end
  end
end
