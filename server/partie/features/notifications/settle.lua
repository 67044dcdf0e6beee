-- A person was checked: drop what does not stand any more, and note when to check again.
-- KEYS: as in note.lua. ARGV: person, to when it was put off, when to check again ('' for not at all), tables and what
-- was read of them, in turns.
for i = 4, #ARGV, 2 do
  if redis.call('HGET', KEYS[2], ARGV[i]) == ARGV[i + 1] then redis.call('HDEL', KEYS[2], ARGV[i]) end
end
-- What was noted since has made it sooner.
if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or 0) ~= tonumber(ARGV[2]) then return end
if ARGV[3] == '' then redis.call('ZREM', KEYS[1], ARGV[1]) else redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1]) end
