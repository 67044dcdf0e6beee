-- Set the email address of an account. Returns the confirmed address that it replaces, '' if none, nil without account.
-- KEYS: the record, its confirmation link, its reset links. ARGV: the address, '' for none.
if redis.call('HEXISTS', KEYS[1], 'login_normal') == 0 then return nil end
local before = redis.call('HGET', KEYS[1], 'mail') or ''
if before == ARGV[1] then return '' end
local confirmed = redis.call('HGET', KEYS[1], 'mail_confirmed') or ''
if ARGV[1] == '' then redis.call('HDEL', KEYS[1], 'mail') else redis.call('HSET', KEYS[1], 'mail', ARGV[1]) end
redis.call('HDEL', KEYS[1], 'mail_confirmed')
redis.call('DEL', KEYS[2], KEYS[3])
return confirmed
