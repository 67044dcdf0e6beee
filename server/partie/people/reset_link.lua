-- Store a link that resets the password of an account, and delete its expired ones.
-- KEYS: the record, its links. ARGV: the hash of the token, what the link holds, the time in milliseconds, seconds.
if redis.call('HEXISTS', KEYS[1], 'login_normal') == 0 then return end
local links = redis.call('HGETALL', KEYS[2])
for i = 1, #links, 2 do
  if tonumber(links[i + 1]:match('^%d+')) <= tonumber(ARGV[3]) then redis.call('HDEL', KEYS[2], links[i]) end
end
redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
redis.call('EXPIRE', KEYS[2], ARGV[4])
