-- Finish the check of a person: delete what is no longer pending, and schedule the next check.
-- KEYS: as in note.lua. ARGV: person, the time to which the check was postponed, the time of the next one ('' for none),
-- then tables and what was read of them, alternating.
for i = 4, #ARGV, 2 do
  if redis.call('HGET', KEYS[2], ARGV[i]) == ARGV[i + 1] then redis.call('HDEL', KEYS[2], ARGV[i]) end
end
-- Something stored since has brought the next check forward.
if tonumber(redis.call('ZSCORE', KEYS[1], ARGV[1]) or 0) ~= tonumber(ARGV[2]) then return end
if ARGV[3] == '' then redis.call('ZREM', KEYS[1], ARGV[1]) else redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1]) end
