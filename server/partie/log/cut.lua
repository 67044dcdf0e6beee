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
-- From Redis 7 on, the last id of a stream cannot go back to before a deleted entry, so the stream is written again.
-- Entries below the first, or between two, were not written by the log either.
local kept = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', last)) do
  if string.match(entry[1], '^[1-9]%d*%-0$') then kept[#kept + 1] = entry end
end
redis.call('DEL', KEYS[1])
for _, entry in ipairs(kept) do redis.call('XADD', KEYS[1], entry[1], unpack(entry[2])) end
-- If the last entry to keep is missing, the log goes on after it all the same.
if #kept == 0 or kept[#kept][1] ~= last then
  redis.call('XADD', KEYS[1], last, 'e', '')
  redis.call('XDEL', KEYS[1], last)
end
return 'done'
