-- Delete the text of a message, and leave an entry that says so. Returns 0 if there is no such message (any more).
-- KEYS: the stream. ARGV: the number, the reason, channel and message to publish.
local id = ARGV[1] .. '-0'
local entry = redis.call('XRANGE', KEYS[1], id, id)[1]
if not entry then return 0 end
local fields = {}
for place = 1, #entry[2], 2 do fields[entry[2][place]] = entry[2][place + 1] end
if not fields['person'] or fields['of'] then return 0 end
local newest = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local number = tonumber(string.match(newest[1], '^%d+')) + 1
redis.call('XADD', KEYS[1], number .. '-0', 'at', fields['at'], 'of', ARGV[1], 'person', fields['person'],
  'seq', fields['seq'], 'gone', ARGV[2])
redis.call('XDEL', KEYS[1], id)
redis.call('PUBLISH', ARGV[3], ARGV[4])
return 1
