-- Delete all but the first entries of a log, so that it continues from there; or all of it, including its archive.
-- KEYS: the stream, the archive, the snapshot. ARGV: the id of the stream's newest entry as the caller saw it, and the
-- number of entries to keep.
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if (newest and newest[1] or '') ~= ARGV[1] then return 'grown' end

redis.call('DEL', KEYS[3])
if ARGV[2] == '0' then
  redis.call('DEL', KEYS[1], KEYS[2])
  return 'done'
end
local last = ARGV[2] .. '-0'
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '(' .. last, '+')) do redis.call('XDEL', KEYS[1], entry[1]) end
-- Entries below the first, or between two, were not written by the log either.
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', last)) do
  if not string.match(entry[1], '^[1-9]%d*%-0$') then redis.call('XDEL', KEYS[1], entry[1]) end
end
redis.call('XSETID', KEYS[1], last)
return 'done'
