-- Store what a table wants of a person, unless a state as of a newer event is stored.
-- KEYS: the schedule of checks (a sorted set of persons by milliseconds), what is pending for the person (a hash of
-- "seq at seen kind ask" by table).
-- ARGV: person, table, the number of its newest event, what it wants ("kind ask", or '' for nothing), 1 if the person
-- sees it, 1 if the number may be smaller than before, milliseconds until the check, seconds to keep it.
local seq, at, seen, wants = string.match(redis.call('HGET', KEYS[2], ARGV[2]) or '', '^(%d+) (%d+) (%d) (.+)$')
if seq and tonumber(seq) > tonumber(ARGV[3]) and ARGV[6] ~= '1' then return 0 end
if ARGV[4] == '' then
  redis.call('HDEL', KEYS[2], ARGV[2])
  return 1
end
if wants ~= ARGV[4] then
  local time = redis.call('TIME')
  at, seen = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000)), '0'
end
if ARGV[5] == '1' then seen = '1' end
redis.call('HSET', KEYS[2], ARGV[2], table.concat({ARGV[3], at, seen, ARGV[4]}, ' '))
redis.call('EXPIRE', KEYS[2], ARGV[8])
if seen == '0' then redis.call('ZADD', KEYS[1], 'LT', at + ARGV[7], ARGV[1]) end
return 1
