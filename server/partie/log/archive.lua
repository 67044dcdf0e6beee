-- Replace a finished log by one compressed value and a tombstone that holds its last seq and mark.
-- KEYS: the stream, the archive, the snapshot. ARGV: the log's last seq and mark, and the compressed log.
-- The tombstone has mark and timestamp at the same positions as an entry, and an id below all ids of a log.
local log, seq, mark = KEYS[1], ARGV[1], ARGV[2]

local newest = redis.call('XREVRANGE', log, '+', '-', 'COUNT', 1)[1]
if not newest then return 'missing' end
if newest[2][1] == 'buried' then return 'buried' end
if newest[2][1] == 'archived' then return 'archived' end
if newest[1] ~= seq .. '-0' or newest[2][4] ~= mark or redis.call('XLEN', log) ~= tonumber(seq) then return 'grown' end

redis.call('SET', KEYS[2], ARGV[3])
redis.call('DEL', log, KEYS[3])
redis.call('XADD', log, '0-1', 'archived', seq, 'm', mark, 'p', '', 'at', newest[2][8])
return 'done'
