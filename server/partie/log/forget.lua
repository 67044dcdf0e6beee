-- Delete a log whose game never started, and whatever else is stored for its table, provided that it has not changed.
-- It may be archived: then the tombstone has its last seq and mark.
-- KEYS: the stream, and all other keys to delete. ARGV: the log's last seq and mark, and the seconds after which the
-- tombstone expires; '' is never.
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not newest then return 'missing' end
if newest[2][1] == 'buried' then return 'buried' end
local seq = newest[2][1] == 'archived' and newest[2][2] .. '-0' or newest[1]
if seq ~= ARGV[1] .. '-0' or newest[2][4] ~= ARGV[2] then return 'grown' end

redis.call('DEL', unpack(KEYS))
redis.call('XADD', KEYS[1], '0-1', 'buried', '1')
if ARGV[3] ~= '' then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
return 'done'
