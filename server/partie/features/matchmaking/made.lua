-- Note the table that was made for a match ('!': there can be none). Harmless when repeated.
-- KEYS: matches. ARGV: match, table, channel.
local packed = redis.call('HGET', KEYS[1], ARGV[1])
if not packed then return 0 end
local match = cmsgpack.unpack(packed)
if match.table ~= '' then return 0 end
match.table = ARGV[2]
redis.call('HSET', KEYS[1], ARGV[1], cmsgpack.pack(match))
redis.call('PUBLISH', ARGV[3], '')
return 1
