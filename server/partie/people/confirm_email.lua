-- Use up the link that confirms the email address of an account. Returns 1 if the address is confirmed now.
-- KEYS: the record, the link. ARGV: the hash of the token, the time in milliseconds.
if redis.call('HGET', KEYS[2], 'token') ~= ARGV[1] then return 0 end
if tonumber(redis.call('HGET', KEYS[2], 'until')) <= tonumber(ARGV[2]) then return 0 end
local email = redis.call('HGET', KEYS[2], 'mail')
if redis.call('HGET', KEYS[1], 'mail') ~= email then return 0 end
redis.call('HSET', KEYS[1], 'mail_confirmed', email)
redis.call('DEL', KEYS[2])
return 1
