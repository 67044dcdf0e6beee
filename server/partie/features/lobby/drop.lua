-- Delete a table from the lobby.
-- KEYS: as in put.lua. ARGV: table, channel.
redis.call('ZREM', KEYS[2], ARGV[1])
if redis.call('HDEL', KEYS[1], ARGV[1]) == 1 then redis.call('PUBLISH', ARGV[2], ARGV[1]) end
return 1
